/// Text of the sample pages, written for them.
enum Prose {
  /// Title of the book, in the head of left-hand pages.
  static let title = "The Keeper’s Remarks"
  /// Title of the chapter, in its opening and in the head of right-hand pages.
  static let chapter = "A Ream for the Light"
  /// Number of the chapter's first page.
  static let firstNumber = 47
  /// Caption of the engraving.
  static let caption = "The supply boat at the rock, on a still night in March."

  /// The chapter; a bar marks where a word may be hyphenated.
  static let paragraphs = [
    """
    Every seventh week the supply boat brought the keeper oil, flour, lamp wick and one ream of \
    paper. The oil he signed for. The paper he carried up himself, a hun|dred and ninety-one \
    steps, and laid on the table under the east window, where the damp could not find it. They had \
    told him when he took the post that a light is kept with trimmed wicks and clean glass. Nobody \
    had told him that it is kept with ink as well, and that what|ever hap|pens on a rock in the \
    sea has not quite hap|pened until some|body has writ|ten it down.
    """,
    """
    So he wrote. He wrote the wind and the height of the water, the sails that passed and the hour \
    at which they passed; and because the col|umn for remarks was wide and the nights were long, \
    he wrote in it also what he thought of them. By the end of the first win|ter the remarks had \
    out|grown their col|umn. By the end of the sec|ond they had out|grown the log. He ruled sheets \
    of his own then, folded them in fours, sewed them with sail thread, and began again at the top \
    of a clean page with the word Weather, out of habit, though it was not weather that he meant \
    to put there.
    """,
    """
    A sheet of paper, he noticed, has a right side and a wrong side, and a printer’s boy will \
    find them with his thumb in the dark. The side that lay against the wire is rougher; the other \
    takes the pen with|out com|plaint. It has a grain, too, as tim|ber has. Roll it one way and it \
    fills like a sail; roll it the other and it fights you, and breaks along the fold. He must \
    have turned ten thou|sand leaves before he thought about this, and after|wards he could not \
    turn one with|out seeing it: the corner that lifts, the lamp|light run|ning up the curve and \
    stop|ping, the shadow that a leaf lets fall upon its neigh|bour and then, slowly, takes back, \
    until the page lies down with a small breath and is over.
    """,
    """
    The master of the boat had once set type in the town, and he looked through the sewn sheets \
    with his lips mov|ing. A book, he said, was only a slow kind of light|house. It stood where it \
    had been put, and threw the same words at reg|ular inter|vals, and most of those who might have \
    steered by it went past in the night with|out look|ing up. But it had to be lit all the same. \
    The keeper answered that a light|house at least had the decency to be tall. They drank to \
    that, and the master took the sheets ashore inside his coat.
    """,
    """
    In spring they came back as proofs. He had not known that his words could look so calm. They \
    stood in lines as level as the hor|izon, each with its little space on either side, and the \
    mar|gins around them were as wide as a beach at low water. There were eleven mis|takes, and he \
    marked ten of them in red. The last he let stand, because it was better than what he had \
    writ|ten: where his pen had said that the fog closed in, the printer had set that the fog \
    closed it, as if the fog had been read|ing too, and had come to the end, and shut the book.
    """,
    """
    He keeps the volume by the stairs now, where vis|itors can reach it. They all do the same \
    thing. They open it some|where in the middle and hold it to the win|dow, and with|out read|ing \
    a word they take the outer corner of the leaf between finger and thumb and begin, very slowly, \
    to turn it, and watch the light go over.
    """,
  ].map { $0.split(separator: "|").joined(separator: "\u{AD}") }
}

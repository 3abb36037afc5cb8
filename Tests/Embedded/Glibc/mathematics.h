// The functions of C's mathematics that the modules call; the linker finds them in the C library.
#define OF_ONE(name) double name(double); float name##f(float);
#define OF_TWO(name) double name(double, double); float name##f(float, float);
OF_ONE(acos) OF_ONE(asin) OF_ONE(atan) OF_ONE(cbrt) OF_ONE(cos) OF_ONE(exp) OF_ONE(exp2)
OF_ONE(expm1)
OF_ONE(log) OF_ONE(log10) OF_ONE(log2) OF_ONE(sin) OF_ONE(tan) OF_ONE(tanh)
OF_TWO(atan2) OF_TWO(fmod) OF_TWO(hypot) OF_TWO(pow)

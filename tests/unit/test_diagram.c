// The board as text.
#include "support.h"

#include "notation/diagram.h"

TEST(start_position) {
    char text[DIAGRAM_MAX];
    diagram_write(position_start(), text);
    assert_string_equal(text, "   b   b   b   b      1   2   3   4\n"
                              " b   b   b   b      5   6   7   8\n"
                              "   b   b   b   b      9  10  11  12\n"
                              " .   .   .   .     13  14  15  16\n"
                              "   .   .   .   .     17  18  19  20\n"
                              " w   w   w   w     21  22  23  24\n"
                              "   w   w   w   w     25  26  27  28\n"
                              " w   w   w   w     29  30  31  32\n");
}

TEST(kings_are_capitals) {
    char text[DIAGRAM_MAX];
    diagram_write(position_of("W:WK1,5:B4,K32"), text);
    assert_string_equal(text, "   W   .   .   b      1   2   3   4\n"
                              " w   .   .   .      5   6   7   8\n"
                              "   .   .   .   .      9  10  11  12\n"
                              " .   .   .   .     13  14  15  16\n"
                              "   .   .   .   .     17  18  19  20\n"
                              " .   .   .   .     21  22  23  24\n"
                              "   .   .   .   .     25  26  27  28\n"
                              " .   .   .   B     29  30  31  32\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_position),
        cmocka_unit_test(kings_are_capitals),
    };
    return cmocka_run_group_tests_name("diagram", tests, NULL, NULL);
}

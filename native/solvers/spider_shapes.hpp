// The shapes that `winnable train spider` found; that command writes this file.
#pragma once

#include "solvers/spider_shape.hpp"

namespace winnable {

inline constexpr SpiderShape kSpiderShape1{{
    11871,  // hidden1
    15942,  // hidden2
    11924,  // hidden3
    10965,  // hidden4
    15076,  // hidden5
    4780,   // unknown
    1324,   // open1
    3816,   // open2
    5950,   // open3
    8573,   // free
    3395,   // join
    895,    // long_join
    76243,  // complete
    -1471,  // off_suit
    -1847,  // block_higher
    -1192,  // block_lower
    -4736,  // king_floor
    1552,   // floor
    1012,   // ends
    846,    // lands
    -572,   // lands_suit
    2073,   // movable
    218,    // units
    206,    // bad_order
    409,    // good_order
    -28,    // buried_low
    -129,   // block_head
    -177,   // join_row
    71,     // open_row
    125,    // units_row
    835,    // hidden_row
    453,    // long_join10
    -973,   // ace_end
    0,      // units_free
    0,      // units_deep
    0,      // end_rank
    0,      // head_rank
    0,      // open_last
    0,      // hidden_last
    0,      // join_last
    115,    // cards
}};

inline constexpr SpiderShape kSpiderShape2{{
    12788,  // hidden1
    14796,  // hidden2
    12116,  // hidden3
    11908,  // hidden4
    13718,  // hidden5
    371,    // unknown
    4168,   // open1
    1798,   // open2
    4290,   // open3
    7908,   // free
    3904,   // join
    1099,   // long_join
    74045,  // complete
    -1619,  // off_suit
    -813,   // block_higher
    -664,   // block_lower
    -2635,  // king_floor
    1392,   // floor
    875,    // ends
    1274,   // lands
    -361,   // lands_suit
    2554,   // movable
    -289,   // units
    174,    // bad_order
    319,    // good_order
    -643,   // buried_low
    -43,    // block_head
    -144,   // join_row
    -338,   // open_row
    192,    // units_row
    991,    // hidden_row
    313,    // long_join10
    -891,   // ace_end
    545,    // units_free
    46,     // units_deep
    54,     // end_rank
    62,     // head_rank
    -608,   // open_last
    286,    // hidden_last
    -268,   // join_last
    42,     // cards
}};

inline constexpr SpiderShape kSpiderShape4{{
    11871,  // hidden1
    15942,  // hidden2
    11924,  // hidden3
    10965,  // hidden4
    15076,  // hidden5
    4780,   // unknown
    1324,   // open1
    3816,   // open2
    5950,   // open3
    8573,   // free
    3395,   // join
    895,    // long_join
    76243,  // complete
    -1471,  // off_suit
    -1847,  // block_higher
    -1192,  // block_lower
    -4736,  // king_floor
    1552,   // floor
    1012,   // ends
    846,    // lands
    -572,   // lands_suit
    2073,   // movable
    218,    // units
    206,    // bad_order
    409,    // good_order
    -28,    // buried_low
    -129,   // block_head
    -177,   // join_row
    71,     // open_row
    125,    // units_row
    835,    // hidden_row
    453,    // long_join10
    -973,   // ace_end
    0,      // units_free
    0,      // units_deep
    0,      // end_rank
    0,      // head_rank
    0,      // open_last
    0,      // hidden_last
    0,      // join_last
    115,    // cards
}};

}  // namespace winnable

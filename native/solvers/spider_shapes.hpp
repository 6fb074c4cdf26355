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

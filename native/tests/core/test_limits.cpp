// What budgets tell of their counts, seen from another thread and after they end.
#include <cstdint>
#include <cstdio>
#include <thread>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "tests/check.hpp"

using namespace winnable;

namespace {

constexpr std::uint64_t kMany = 1'000'000;

void what_one_budget_counts_is_told() {
  LiveCounts counts;
  const CancelFlag flag(false, &counts);
  {
    Budget budget({}, &flag);
    for (int i = 0; i < 255; ++i) CHECK(budget.spend());
    CHECK(counts.nodes == 0);  // it tells when it looks at the clock
    CHECK(budget.spend());
    CHECK(counts.nodes == 256);
    CHECK(budget.reserve(100));
    CHECK(counts.bytes == 0);
    CHECK(budget.poll());
    CHECK(counts.bytes == 100);
    CHECK(budget.reserve(kMany));  // so much is told at once
    CHECK(counts.bytes == 100 + kMany);
    budget.release(kMany);
    CHECK(budget.poll());
    CHECK(counts.bytes == 100);
    CHECK(budget.spend());
  }
  CHECK(counts.nodes == 257);  // the last one too
  CHECK(counts.bytes == 0);    // what held it is gone
}

void budgets_add_up() {
  LiveCounts counts;
  const CancelFlag flag(false, &counts);
  Budget outer({}, &flag);
  CHECK(outer.spend());
  CHECK(outer.reserve(10));
  {
    Budget inner({}, &flag);
    CHECK(inner.spend());
    CHECK(inner.reserve(5));
    CHECK(inner.poll());
    CHECK(outer.poll());
    CHECK(counts.nodes == 2);
    CHECK(counts.bytes == 15);
  }
  CHECK(counts.bytes == 10);
}

// The outer budget takes them off its limit, but they are told once.
void nodes_of_another_budget_are_not_told_again() {
  LiveCounts counts;
  const CancelFlag flag(false, &counts);
  Limits limits;
  limits.nodes = 10;
  Budget outer(limits, &flag);
  CHECK(outer.spend());
  {
    Budget inner({}, &flag);
    for (int i = 0; i < 7; ++i) CHECK(inner.spend());
  }
  CHECK(outer.spend_told(7));
  CHECK(outer.nodes() == 8);
  CHECK(outer.poll());
  CHECK(counts.nodes == 8);
  CHECK(outer.spend_told(2));
  CHECK(!outer.spend_told(1));
  CHECK(outer.nodes() == 10);
  CHECK(outer.stop_reason() == StopReason::kNodes);
}

void another_thread_sees_them_grow() {
  LiveCounts counts;
  CancelFlag flag(false, &counts);
  std::uint64_t spent = 0;
  std::thread working([&] {
    Budget budget({}, &flag);
    while (budget.spend()) {
    }
    spent = budget.nodes();
  });
  std::uint64_t seen = 0;
  for (int looks = 0; looks < 5; ++looks) {
    std::uint64_t now = counts.nodes;
    while (now <= seen) {
      std::this_thread::yield();
      now = counts.nodes;
    }
    seen = now;
  }
  flag = true;
  working.join();
  CHECK(counts.nodes == spent);
  CHECK(spent >= seen);
}

}  // namespace

int main() {
  what_one_budget_counts_is_told();
  budgets_add_up();
  nodes_of_another_budget_are_not_told_again();
  another_thread_sees_them_grow();
  std::puts("limits: ok");
}

// Long native work under Python: the GIL is released, Ctrl-C and cancel answer within 0.1 s.
//
//   auto result = run_interruptible(token, [&](const CancelFlag* cancel) {
//     Budget budget(limits, cancel);
//     return solve(position, budget);      // no Python in here
//   });
//
// Only Python's main thread may run signal handlers, so that thread stays behind to watch
// while a worker thread computes. A signal handler that raises (Ctrl-C's raises
// KeyboardInterrupt) cancels the work, and the exception goes on to the caller; a handler
// that only cancels the token lets the work return what it knows.
//
// One call starts one thread (some 20 microseconds): do many small jobs in one call.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <future>
#include <thread>
#include <type_traits>
#include <utility>

#include "core/limits.hpp"

namespace winnable {

// Python's handle on a cancel flag (`winnable._core.CancelToken`); any thread may set it, and read the counts.
struct CancelToken {
  LiveCounts counts;
  CancelFlag flag{false, &counts};
};

inline constexpr std::chrono::milliseconds kWatchPeriod{20};

// Runs the pending Python signal handlers; throws what they raise. Needs the GIL.
inline void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Runs work(const CancelFlag*) on a worker thread without the GIL and returns its result.
// `tick` is called with the GIL about every kWatchPeriod (progress, events); `token` may be
// null. Call with the GIL held. What `work`, `tick` or a signal handler throws is thrown
// here, after the worker has ended.
template <class Work, class Tick>
auto run_interruptible(const CancelToken* token, Work&& work, Tick&& tick) {
  using R = std::invoke_result_t<Work, const CancelFlag*>;
  CancelFlag stop{token != nullptr && token->flag.load(), token != nullptr ? token->flag.counts() : nullptr};
  std::packaged_task<R()> task([&]() -> R { return work(static_cast<const CancelFlag*>(&stop)); });
  std::future<R> result = task.get_future();
  std::exception_ptr interrupt;
  {
    nanobind::gil_scoped_release release;
    std::thread worker(std::move(task));
    while (result.wait_for(kWatchPeriod) != std::future_status::ready) {
      if (token != nullptr && token->flag.load()) stop = true;
      if (interrupt) continue;
      nanobind::gil_scoped_acquire gil;
      try {
        check_signals();
        tick();
      } catch (...) {
        interrupt = std::current_exception();
        stop = true;
      }
    }
    worker.join();
  }
  if (interrupt) std::rethrow_exception(interrupt);
  return result.get();
}

template <class Work>
auto run_interruptible(const CancelToken* token, Work&& work) {
  return run_interruptible(token, std::forward<Work>(work), [] {});
}

// Defines CancelToken.
inline void bind_cancel_token(nanobind::module_& m) {
  nanobind::class_<CancelToken>(
      m, "CancelToken", "Stops a running search or solve from any thread or signal handler, and tells how far it is.")
      .def(nanobind::init<>())
      .def(
          "cancel", [](CancelToken& t) { t.flag = true; }, "Ask the work to stop; it answers within 0.1 s.")
      .def_prop_ro("cancelled", [](const CancelToken& t) { return t.flag.load(); })
      .def_prop_ro(
          "nodes", [](const CancelToken& t) { return t.counts.nodes.load(); },
          "Positions expanded so far by all work that was given this token.")
      .def_prop_ro(
          "bytes", [](const CancelToken& t) { return t.counts.bytes.load(); },
          "Memory that this work holds now, by its own count.");
}

}  // namespace winnable

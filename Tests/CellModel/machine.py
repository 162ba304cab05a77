# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""An exhaustive search over the executions of a few threads under release/acquire memory.

Each atomic has a history of messages, each thread a view: which message of each atomic it has seen at least. A load takes
any message that its view allows. A release store leaves the thread's view in its message; an acquire load takes it over.
Locks hand views on too. Plain memory is checked for races: an access must come after every conflicting one in the views.

All writes of one atomic come after each other (one thread writes it, or a lock orders the writers), so a new message is
always the last. Loads are not moved behind later stores: the code's stores depend on them.

A thread's program is a list of procedures, generators that yield operations. Between two operations at which it matters
when they happen, a thread runs without interruption: a store may be early, because a load may be of an older message.
"""

RELAXED, ACQUIRE, RELEASE, BOTH = "relaxed", "acquire", "release", "both"


class Failure(Exception):
    """An execution breaks a rule."""


class Machine:
    """The locations of a scene, and what its threads do."""

    def __init__(self, atomics, plains, locks, programs, ledger, kept, constants, finish):
        self.constants = constants
        self.threads = len(programs)
        self.programs = programs
        self.finish = finish
        self.atomics = {name: index for index, name in enumerate(atomics)}
        self.locks = {name: index for index, name in enumerate(locks)}
        # A view's members: atomics, then writes of plain memory, then each thread's reads of it, then what was seen.
        count = len(atomics)
        self.plains = {name: index for index, name in enumerate(plains)}
        self.writes = count
        self.reads = count + len(plains)
        self.seen = self.reads + len(plains) * self.threads
        zero = (0,) * (self.seen + 1)
        self.start = (
            tuple(((value, None),) for value in atomics.values()),
            tuple(plains.values()),
            zero,
            tuple((None, zero) for _ in locks),
            ledger,
            tuple((0, (), kept[thread]) for thread in range(len(programs))),
            (zero,) * self.threads,
        )

    # Exploring

    def explore(self, limit=None):
        """Visits every state; returns how many there are."""
        seen = {self.start}
        waiting = [self.start]
        while waiting:
            state = waiting.pop()
            isDone = True
            isStuck = True
            for thread in range(self.threads):
                if state[5][thread][0] >= len(self.programs[thread]):
                    continue
                isDone = False
                for successor in self.step(state, thread):
                    isStuck = False
                    if successor not in seen:
                        seen.add(successor)
                        waiting.append(successor)
            if isDone:
                self.finish(state[4], lambda name: state[0][self.atomics[name]][-1][0])
            elif isStuck:
                raise Failure("all threads wait")
            if limit and len(seen) > limit:
                raise Failure(f"more than {limit} states")
        return len(seen)

    def step(self, state, thread):
        """The states after the thread's next operation and those that follow it without interruption."""
        results = []
        isAlone = all(state[5][t][0] >= len(self.programs[t]) for t in range(self.threads) if t != thread)
        pending = [(state, None, None, True)]
        while pending:
            state, running, operation, isFirst = pending.pop()
            if running is None:
                running, operation = self.resume(state, thread)
            while True:
                if operation is None:
                    state = self.ended(state, thread)
                    if isAlone and state[5][thread][0] < len(self.programs[thread]):
                        running, operation = self.resume(state, thread)
                        continue
                    results.append(state)
                    break
                if not isFirst and not isAlone and self.isInterrupted(operation):
                    results.append(state)
                    break
                outcomes = self.perform(state, thread, operation)
                isFirst = False
                if not outcomes:
                    break
                for after, result in outcomes[1:]:
                    pending.append((self.noted(after, thread, result), None, None, False))
                after, result = outcomes[0]
                state = self.noted(after, thread, result)
                try:
                    operation = running.send(result)
                except StopIteration as end:
                    state = self.kept(state, thread, end.value)
                    operation = None
        return results

    def isInterrupted(self, operation):
        """Whether it matters when an operation happens."""
        if operation[0] == "load":
            return operation[1] not in self.constants
        return operation[0] in ("change", "lock", "join", "await")

    def resume(self, state, thread):
        number, history, kept = state[5][thread]
        procedure, arguments = self.programs[thread][number]
        running = procedure(thread, kept, *arguments)
        try:
            operation = next(running)
            for result in history:
                operation = running.send(result)
        except StopIteration as end:
            return running, None
        return running, operation

    def noted(self, state, thread, result):
        number, history, kept = state[5][thread]
        return self.with_thread(state, thread, (number, history + (result,), kept))

    def kept(self, state, thread, value):
        number, history, kept = state[5][thread]
        return self.with_thread(state, thread, (number, history, kept if value is None else value))

    def ended(self, state, thread):
        number, _, kept = state[5][thread]
        state = self.with_thread(state, thread, (number + 1, (), kept))
        memory, values, top, locks, ledger, threads, views = state
        # Messages that no thread can load any more are all alike.
        isOver = [threads[t][0] >= len(self.programs[t]) for t in range(self.threads)]
        floors = [view for t, view in enumerate(views) if not isOver[t]]
        if floors:
            least = tuple(map(min, *floors)) if len(floors) > 1 else floors[0]
            memory = tuple(
                (None,) * least[index] + messages[least[index]:] for index, messages in enumerate(memory)
            )
        return memory, values, top, locks, ledger, threads, views

    @staticmethod
    def with_thread(state, thread, entry):
        threads = state[5]
        return state[:5] + (threads[:thread] + (entry,) + threads[thread + 1:],) + state[6:]

    # Operations

    def perform(self, state, thread, operation):
        """What may come of an operation: states with results; none while it waits."""
        memory, values, top, locks, ledger, threads, views = state
        view = views[thread]
        kind = operation[0]

        def done(view, result=None, memory=memory, values=values, top=top, locks=locks, ledger=ledger):
            return memory, values, top, locks, ledger, threads, views[:thread] + (view,) + views[thread + 1:]

        if kind == "load" or kind == "peek":
            place = self.atomics[operation[1]]
            messages = memory[place]
            outcomes = []
            for index in range(view[place], len(messages)):
                value, carried = messages[index]
                new = put(view, place, index)
                if operation[2] == ACQUIRE and carried is not None:
                    new = join(new, carried)
                outcomes.append((done(new), value))
            return outcomes
        if kind == "store":
            place = self.atomics[operation[1]]
            new = put(view, place, len(memory[place]))
            message = (operation[2], new if operation[3] == RELEASE else None)
            after = memory[:place] + (memory[place] + (message,),) + memory[place + 1:]
            return [(done(new, memory=after), None)]
        if kind in ("change", "adjust"):
            place = self.atomics[operation[1]]
            value, carried = memory[place][-1]
            new = put(view, place, len(memory[place]))
            if operation[3] == BOTH and carried is not None:
                new = join(new, carried)
            # What a change follows is released with it.
            released = join(new, carried) if carried is not None else new
            if operation[3] not in (RELEASE, BOTH):
                released = carried
            after = memory[:place] + (memory[place] + ((operation[2](value), released),),) + memory[place + 1:]
            return [(done(new, memory=after), value)]
        if kind in ("lock", "grab"):
            place = self.locks[operation[1]]
            holder, carried = locks[place]
            if holder is not None:
                return []
            after = locks[:place] + ((thread, carried),) + locks[place + 1:]
            return [(done(join(view, carried), locks=after), None)]
        if kind == "unlock":
            place = self.locks[operation[1]]
            after = locks[:place] + ((None, view),) + locks[place + 1:]
            return [(done(view, locks=after), None)]
        if kind == "read":
            place = self.plains[operation[1]]
            if view[self.writes + place] != top[self.writes + place]:
                raise Failure(f"a read of {operation[1]} races with a write")
            mine = self.reads + place * self.threads + thread
            count = top[mine] + 1
            return [(done(put(view, mine, count), top=put(top, mine, count)), values[place])]
        if kind == "write":
            place = self.plains[operation[1]]
            write = self.writes + place
            first = self.reads + place * self.threads
            for index in (write, *range(first, first + self.threads)):
                if view[index] != top[index]:
                    raise Failure(f"a write of {operation[1]} races with another access")
            new = put(view, write, top[write] + 1)
            after = values[:place] + (operation[2],) + values[place + 1:]
            return [(done(new, values=after, top=put(top, write, top[write] + 1)), None)]
        if kind == "ledger":
            changed, result = operation[1](ledger)
            return [(done(view, ledger=changed), result)]
        if kind == "saw":
            if operation[1] < view[self.seen]:
                raise Failure(f"{operation[1]} is read after {view[self.seen]} was seen")
            return [(done(put(view, self.seen, operation[1])), None)]
        if kind == "join":
            others = [t for t in range(self.threads) if t != thread]
            if any(threads[t][0] < len(self.programs[t]) for t in others):
                return []
            for other in others:
                view = join(view, views[other])
            return [(done(view), None)]
        if kind == "await":
            place = self.atomics[operation[1]]
            value, carried = memory[place][-1]
            return [(done(join(put(view, place, len(memory[place]) - 1), carried)), None)] if value == operation[2] else []
        raise ValueError(operation)


def put(view, index, value):
    return view if view[index] == value else view[:index] + (value,) + view[index + 1:]


def join(left, right):
    return left if left == right else tuple(map(max, left, right))

import { minuteMs } from './moments.ts'
/** In milliseconds since 1970; `to` is exclusive. */
export type Span = { from: number; to: number }

export function spanFrom(start: Date | string | number, minutes: number): Span {
  const from = typeof start === 'number' ? start : new Date(start).getTime()
  return { from, to: from + minutes * minuteMs }
}

/** Regular start times from the beginning of a span on, at which something of a length fits into it. */
export function regularStarts(
  { from, to }: Span,
  { minutes, everyMinutes }: { minutes: number; everyMinutes: number },
): number[] {
  const starts: number[] = []
  for (let start = from; start + minutes * minuteMs <= to; start += everyMinutes * minuteMs)
    starts.push(start)
  return starts
}

/** The start times, sorted, at which something of a length fits into one of the merged spans. */
export function fittingStarts(spans: readonly Span[], starts: readonly number[], minutes: number): number[] {
  let next = 0
  return starts.filter((start) => {
    while (next < spans.length && (spans[next] as Span).to <= start) next += 1
    const span = spans[next]
    return span !== undefined && span.from <= start && start + minutes * minuteMs <= span.to
  })
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** Sorts spans and joins those that touch. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.to <= span.from) continue
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}

/** The intersection of two merged lists. */
export function intersect(some: readonly Span[], others: readonly Span[]): Span[] {
  const result: Span[] = []
  for (let a = 0, b = 0; a < some.length && b < others.length; ) {
    const [first, second] = [some[a] as Span, others[b] as Span]
    const span = { from: Math.max(first.from, second.from), to: Math.min(first.to, second.to) }
    if (span.from < span.to) result.push(span)
    if (first.to < second.to) a += 1
    else b += 1
  }
  return result
}

/** Subtracts one merged list from another. */
export function subtract(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const result: Span[] = []
  let next = 0
  for (const { from, to } of spans) {
    let start = from
    while (next < taken.length && (taken[next] as Span).to <= start) next += 1
    for (let at = next; at < taken.length && (taken[at] as Span).from < to; at++) {
      const span = taken[at] as Span
      if (span.from > start) result.push({ from: start, to: span.from })
      start = Math.max(start, span.to)
    }
    if (start < to) result.push({ from: start, to })
  }
  return result
}

/** The span of a merged list that contains another. */
export function findContaining(spans: readonly Span[], wanted: Span): Span | undefined {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).from <= wanted.from) low = middle + 1
    else high = middle
  }
  const found = spans[low - 1]
  return found && found.to >= wanted.to ? found : undefined
}

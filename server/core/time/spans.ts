import { minuteMs } from './moments.ts'
/** From a moment to another, which it does not include, in milliseconds since 1970. */
export type Span = { from: number; to: number }

export function spanFrom(start: Date | string | number, minutes: number): Span {
  const from = typeof start === 'number' ? start : new Date(start).getTime()
  return { from, to: from + minutes * minuteMs }
}

/** What may begin in a span and end in it, every so often from its start on. */
export function startsIn(
  { from, to }: Span,
  { minutes, everyMinutes }: { minutes: number; everyMinutes: number },
): number[] {
  const starts: number[] = []
  for (let start = from; start + minutes * minuteMs <= to; start += everyMinutes * minuteMs)
    starts.push(start)
  return starts
}

/** Of sorted starts those that end in the span of a merged list in which they begin. */
export function startsWithin(spans: readonly Span[], starts: readonly number[], minutes: number): number[] {
  let next = 0
  return starts.filter((start) => {
    while (next < spans.length && (spans[next] as Span).to <= start) next += 1
    const span = spans[next]
    return span !== undefined && span.from <= start && start + minutes * minuteMs <= span.to
  })
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** Sorted, and none touching another. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.to <= span.from) continue
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}

/** What is in both; each list is merged. */
export function common(some: readonly Span[], others: readonly Span[]): Span[] {
  const result: Span[] = []
  for (let a = 0, b = 0; a < some.length && b < others.length; ) {
    const [one, other] = [some[a] as Span, others[b] as Span]
    const span = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
    if (span.from < span.to) result.push(span)
    if (one.to < other.to) a += 1
    else b += 1
  }
  return result
}

/** What is in the first list and not in the second; each list is merged. */
export function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
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

/** The span of a merged list that holds another whole. */
export function holding(spans: readonly Span[], wanted: Span): Span | undefined {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).from <= wanted.from) low = middle + 1
    else high = middle
  }
  const found = spans[low - 1]
  return found && found.to >= wanted.to ? found : undefined
}

/** A word where the reader sees it: upright, `top` above `bottom`, in points. */
export type Placed = { text: string; left: number; top: number; right: number; bottom: number }

/** The words of a line, in the order in which they are read: at least one. */
export type Line<Word extends Placed> = Word[]

type Gap = { left: number; right: number }
type Split<Word extends Placed> = { left: Line<Word>; right: Line<Word> }

/** A gutter is as wide as the letters are high; what is narrower stands between two words. */
const gutterPerHeight = 0.8
/** Columns end where this much of a line's height is empty below them: what follows is a footer, or another block. */
const breakPerHeight = 1.4
const fewestLines = 4
const mostTries = 4
const mostColumns = 4

/**
 * Lines that run over the gutter between two columns are cut there, and the one column comes wholly before the
 * other. Lines across the whole page stay where they are, and so do tables and forms: only what is wrapped like
 * running text on both sides is taken for columns.
 */
export function inReadingOrder<Word extends Placed>(
  lines: readonly Line<Word>[],
  columns = mostColumns,
): Line<Word>[] {
  if (columns < 2 || lines.length < fewestLines) return [...lines]
  let gaps = gapsOf(lines)
  for (let tries = 0; tries < mostTries; tries++) {
    const gutter = mostCommon(gaps)
    if (gutter === undefined) break
    const ordered = dividedAt(lines, gutter, columns)
    if (ordered) return ordered
    gaps = gaps.filter(({ left, right }) => gutter < left || gutter > right)
  }
  return [...lines]
}

function gapsOf(lines: readonly Line<Placed>[]): Gap[] {
  const gaps: Gap[] = []
  const add = (one: Placed, other: Placed) => {
    const gap =
      one.right <= other.left
        ? { left: one.right, right: other.left }
        : { left: other.right, right: one.left }
    if (gap.right - gap.left >= gutterPerHeight * heightOf(one)) gaps.push(gap)
  }
  let before: Placed | undefined
  for (const line of lines) {
    for (let at = 1; at < line.length; at++) add(line[at - 1]!, line[at]!)
    const box = boxOf(line)
    if (before && areBeside(before, box)) add(before, box)
    before = box
  }
  return gaps
}

/** The middle of the place that most gaps have in common, where as many do as columns have lines. */
function mostCommon(gaps: readonly Gap[]): number | undefined {
  if (gaps.length < fewestLines) return undefined
  const edges = gaps
    .flatMap(({ left, right }) => [
      { at: left, step: 1 },
      { at: right, step: -1 },
    ])
    .sort((one, other) => one.at - other.at || other.step - one.step)
  let depth = 0
  let best = { depth: fewestLines - 1, middle: undefined as number | undefined }
  for (const [index, { at, step }] of edges.entries()) {
    depth += step
    if (depth > best.depth) best = { depth, middle: (at + edges[index + 1]!.at) / 2 }
  }
  return best.middle
}

function dividedAt<Word extends Placed>(
  lines: readonly Line<Word>[],
  gutter: number,
  columns: number,
): Line<Word>[] | undefined {
  const ordered: Line<Word>[] = []
  let isDivided = false
  for (const block of blocksAt(lines, gutter)) {
    const found = columnsOf(block.splits)
    if (!found) {
      ordered.push(...block.lines)
      continue
    }
    isDivided = true
    for (const column of found) ordered.push(...inReadingOrder(column, columns - 1))
  }
  return isDivided ? ordered : undefined
}

type Block<Word extends Placed> = { lines: Line<Word>[]; splits: Split<Word>[] }

/** Lines that follow each other with the gutter free between them; any other line is a block of its own. */
function blocksAt<Word extends Placed>(lines: readonly Line<Word>[], gutter: number): Block<Word>[] {
  const blocks: Block<Word>[] = []
  let open: (Block<Word> & { bottom: number }) | undefined
  for (const line of lines) {
    const split = splitAt(line, gutter)
    if (!split) {
      open = undefined
      blocks.push({ lines: [line], splits: [] })
      continue
    }
    const { top, bottom } = boxOf(line)
    if (!open || top - open.bottom > breakPerHeight * heightOf(line[0]!)) {
      open = { lines: [], splits: [], bottom }
      blocks.push(open)
    }
    open.lines.push(line)
    open.splits.push(split)
    open.bottom = Math.max(open.bottom, bottom)
  }
  return blocks
}

function splitAt<Word extends Placed>(line: Line<Word>, gutter: number): Split<Word> | undefined {
  const left = line.filter((word) => word.right <= gutter)
  const right = line.filter((word) => word.left >= gutter)
  if (left.length + right.length < line.length) return undefined
  if (left.length === 0 || right.length === 0) return { left, right }
  const width = Math.min(...right.map((word) => word.left)) - Math.max(...left.map((word) => word.right))
  return width >= gutterPerHeight * heightOf(line[0]!) ? { left, right } : undefined
}

function columnsOf<Word extends Placed>(splits: readonly Split<Word>[]): Line<Word>[][] | undefined {
  const left = splits.map((split) => split.left).filter((line) => line.length > 0)
  const right = splits.map((split) => split.right).filter((line) => line.length > 0)
  if (!isRunningText(left) || !isRunningText(right) || areCells(splits)) return undefined
  return isRightToLeft([...left, ...right]) ? [right, left] : [left, right]
}

/** Lines of several words that fill their column, of which many go on with a sentence. */
function isRunningText(lines: readonly Line<Placed>[]): boolean {
  if (lines.length < fewestLines) return false
  const words = lines.flat()
  if (words.length < 3 * lines.length) return false
  if (share(words, ({ text }) => /\p{L}/u.test(text)) < 0.7) return false
  if (share(lines, (line) => line.at(-1)!.text.endsWith(':')) > 0.25) return false
  const boxes = lines.map(boxOf)
  const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
  if (share(boxes, ({ left, right }) => right - left >= 0.7 * width) < 0.5) return false
  return share(lines, goesOn) >= 0.35
}

/** Whether rows of a table stand side by side: where something begins on the left, something begins on the right. */
function areCells(splits: readonly Split<Placed>[]): boolean {
  const begins = (line: Line<Placed>) => line.length > 0 && !goesOn(line)
  const both = splits.filter(({ left, right }) => begins(left) && begins(right)).length
  const fewer = Math.min(
    splits.filter(({ left }) => begins(left)).length,
    splits.filter(({ right }) => begins(right)).length,
  )
  return both >= 3 && both >= 0.6 * fewer
}

/** Begins in the middle of a sentence, as far as its letters can show it. */
function goesOn(line: Line<Placed>): boolean {
  const first = /\p{L}|\p{N}/u.exec(line[0]!.text)?.[0]
  return first !== undefined && /[\p{Ll}\p{Lo}]/u.test(first)
}

function isRightToLeft(lines: readonly Line<Placed>[]): boolean {
  return share(lines.flat(), ({ text }) => rightToLeft.test(text)) > 0.5
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

function boxOf(line: Line<Placed>): Placed {
  const box = { ...line[0]!, text: '' }
  for (const { left, top, right, bottom } of line) {
    box.left = Math.min(box.left, left)
    box.top = Math.min(box.top, top)
    box.right = Math.max(box.right, right)
    box.bottom = Math.max(box.bottom, bottom)
  }
  return box
}

function areBeside(one: Placed, other: Placed): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const isApart = one.right <= other.left || other.right <= one.left
  return isApart && shared > 0.3 * Math.min(heightOf(one), heightOf(other))
}

function heightOf({ top, bottom }: Placed): number {
  return bottom - top
}

function share<T>(all: readonly T[], is: (each: T) => boolean): number {
  return all.filter(is).length / all.length
}

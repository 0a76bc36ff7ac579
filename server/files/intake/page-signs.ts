export type ReadPage = {
  page: number
  text: string
  /** Known to have nothing on it, rather than merely no text. */
  isBlank?: boolean | undefined
}

/** What a page shows of where it stands in its document. */
export type PageSigns = {
  page: number
  kind: 'text' | 'withoutText' | 'blank'
  /** Without the lines that stand on most pages of the whole file. */
  head: string[]
  foot: string[]
  /** It carries a stamp of receipt, which is not in its head. */
  isReceived: boolean
  /** The lines of the head with their numbers taken out, by which two pages are compared. */
  running: string
  number?: number
  total?: number
  form?: string
  words: number
}

const headLines = 14
const footLines = 8
const comparedLines = 2
const lookedAtCharacters = 20_000
/** A line on more pages than this is a mark on the whole file, such as a stamp with its number. */
const markShare = 0.5
const fewestPagesForMarks = 8

export function readSigns(pages: readonly ReadPage[], formNumber: RegExp): PageSigns[] {
  const read = pages.map(({ page, text, isBlank }) => ({ page, isBlank, lines: linesOf(text) }))
  const marks = marksOf(read.map(({ lines }) => lines))
  return read.map(({ page, isBlank, lines }) => {
    const unmarked = lines.filter((line) => !marks.has(withoutNumbers(line)))
    const { lines: own, isReceived } = withoutStamp(unmarked)
    const head = own.slice(0, headLines)
    const foot = own.slice(Math.max(head.length, own.length - footLines))
    const form = formOf(own, head, formNumber)
    return {
      page,
      kind: isBlank ? 'blank' : own.length === 0 ? 'withoutText' : 'text',
      head,
      foot,
      isReceived,
      running: head.slice(0, comparedLines).map(withoutNumbers).join('\n'),
      ...pageNumber(own, head, foot),
      ...(form && { form }),
      words: own.reduce((sum, line) => sum + line.split(' ').length, 0),
    }
  })
}

function linesOf(text: string): string[] {
  const lines = text
    .slice(0, lookedAtCharacters)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  return lines.filter(isLone).length >= numberedLines ? lines.filter((line) => !isLone(line)) : lines
}

/** A transcript numbers its lines. */
const numberedLines = 8
const isLone = (line: string) => /^\d{1,2}$/.test(line)

function marksOf(pages: readonly string[][]): Set<string> {
  const withText = pages.filter((lines) => lines.length > 0)
  if (withText.length < fewestPagesForMarks) return new Set()
  const counts = new Map<string, number>()
  for (const lines of withText) {
    for (const line of new Set([...lines.slice(0, 2), ...lines.slice(-2)].map(withoutNumbers)))
      counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const isMark = ([line, count]: [string, number]) =>
    count > withText.length * markShare && !/\bpage\b|\bp\.? ?#/.test(line)
  return new Set([...counts].filter(isMark).map(([line]) => line))
}

function withoutNumbers(line: string): string {
  return line.replace(/\d+/g, '#').toLowerCase()
}

/** "Page 2 of 7" counts wherever it has a line to itself; "Page 2" only at the head or foot. */
function pageNumber(
  lines: readonly string[],
  head: readonly string[],
  foot: readonly string[],
): { number?: number; total?: number } {
  const short = lines.filter((line) => line.length < 120)
  for (const line of short) {
    const [, number, total] = /\bpage:? ?(\d{1,4}) ?(?:of|\/) ?(\d{1,4})\b/i.exec(line) ?? []
    const found = { number: Number(number), total: Number(total) }
    if (number && found.number >= 1 && found.number <= found.total) return found
  }
  for (const line of [...head, ...foot]) {
    const [, fax, ofFax] = /\bP\.? ?(\d{1,3})\/(\d{1,3})$/.exec(line) ?? []
    if (fax && Number(fax) <= Number(ofFax)) return { number: Number(fax), total: Number(ofFax) }
    const [, said] = (line.length < 120 && /\bpage:? (\d{1,4})\b(?! ?-)/i.exec(line)) || []
    const [, dashed] = /^[-–—] ?(\d{1,4}) ?[-–—]$/.exec(line) ?? []
    const number = Number(said ?? dashed)
    if (number >= 1) return { number }
  }
  const lone = [...head, ...foot].filter(isLone)
  const number = Number(lone[0])
  return lone.length === 1 && number >= 1 ? { number } : {}
}

/** As a form prints it: alone on its line, before the page's number, or at the end of one of the first lines. */
function formOf(lines: readonly string[], head: readonly string[], formNumber: RegExp): string | undefined {
  for (const line of lines) {
    const match = line.length < 120 ? formNumber.exec(line) : null
    if (!match) continue
    const [found] = match
    const rest = line.slice(match.index + found.length)
    const isAlone =
      match.index === 0 && /^[,.]?( ?\(.*\)| ?page \d.*| ?[a-z]{3} \d{4}.*| ?rev\.? .*)?$/i.test(rest)
    const isInHead = rest === '' && head.slice(0, 2).includes(line)
    if (isAlone || isInHead) return formName(found)
  }
  return undefined
}

function formName(found: string): string {
  return found
    .replace(/\s+/g, ' ')
    .replace(/\b(standard|optional|form)\b/gi, (word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase())
}

/** A stamp says so, and below it when and where. */
function withoutStamp(lines: readonly string[]): { lines: string[]; isReceived: boolean } {
  const at = lines.slice(0, headLines).findIndex((line) => /^(date )?(received|filed)$/i.test(line))
  if (at < 0) return { lines: [...lines], isReceived: false }
  const stamp = lines.slice(at + 1, at + 3).filter((line) => line.length < 40 && line === line.toUpperCase())
  return { lines: lines.toSpliced(at, 1 + stamp.length), isReceived: true }
}

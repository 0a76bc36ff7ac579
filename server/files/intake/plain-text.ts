import { readFile } from 'node:fs/promises'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { type ConvertedPaper, writeConvertedPaper } from './converted-paper.ts'
import { decodeText } from './decode-text.ts'
import { openTypesetter } from './typeset.ts'

const width = 612
const height = 792
const margin = 54
const tabColumns = 8
/** Of Courier, as parts of its size. */
const advance = 0.6
const sizes = { most: 10, least: 6.5 }
const leading = 1.2
const linesBetweenTurns = 500

/** Columns stay columns: a fixed pitch, small enough for the lines where that can be. */
export async function convertText(path: string, output: string): Promise<number> {
  const text = decodeText(await readFile(path))
  if (text === undefined) throw new UnreadablePdf('damaged', 'The text is damaged.')
  const pages = text.split('\f').map((page) => page.split(/\r\n|\r|\n/).map(expandTabs))
  const longest = pages.flat().reduce((most, line) => Math.max(most, line.length), 0)
  const room = width - 2 * margin
  const size = Math.max(sizes.least, Math.min(sizes.most, room / (advance * Math.max(1, longest))))
  const columns = Math.floor(room / (size * advance) + 0.001)
  return await writeConvertedPaper(output, async (paper) => {
    const set = openLineSetting(paper, size, columns)
    let drawn = 0
    for (const [index, lines] of pages.entries()) {
      if (index > 0 && lines.every((line) => line.trim() === '')) continue
      let top = Number.POSITIVE_INFINITY
      for (const draw of lines.values().flatMap(set)) {
        if (top + size * leading > height - margin) {
          paper.addPage([width, height])
          top = margin
        }
        draw(top)
        top += size * leading
        drawn += 1
        if (drawn % linesBetweenTurns === 0) await paper.drained()
      }
    }
  })
}

type DrawAt = (top: number) => void

/** Courier has the Western letters and no others; a line with more is set like that of a letter. */
function openLineSetting(paper: ConvertedPaper, size: number, columns: number): (line: string) => DrawAt[] {
  const typesetter = openTypesetter(paper)
  const room = width - 2 * margin
  return (line) => {
    if (isWestern(line)) {
      return wrapped(line, columns).map((part) => (top) => {
        if (part === '') return
        const options = { lineBreak: false, baseline: 'alphabetic' } as const
        paper.pdf
          .font('Courier')
          .fontSize(size)
          .text(part, margin, top + size, options)
      })
    }
    return typesetter
      .lines([{ text: line, style: { size } }], room)
      .map((part) => (top) => typesetter.draw(part, margin, top - size * 0.1, room))
  }
}

/** What Windows-1252 has besides Latin-1 is what the standard fonts have. */
function isWestern(line: string): boolean {
  return /^[\x20-\x7e\xa0-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/.test(line)
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line.trimEnd()
  const [first = '', ...rest] = line.split('\t')
  return rest.reduce((before, part) => before.padEnd(nextStop(before.length)) + part, first).trimEnd()
}

const nextStop = (column: number) => (Math.floor(column / tabColumns) + 1) * tabColumns

function wrapped(line: string, columns: number): string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns)
    const end = space > columns / 2 ? space : columns
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...lines, rest]
}

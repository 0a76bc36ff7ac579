import { slashDate } from '../calendar.ts'
import { type Block, flow } from '../flow.ts'
import { fileName } from '../people.ts'
import type { Kind } from './kind.ts'

export const indexRowsPerPage = 40

export const fileIndex: Kind = {
  categories: ['index'],
  pages: [1, 200],
  scanned: 0,
  name: () => 'Claims File Index',
  describe: ({ story }) => `Contents of the claims file of ${fileName(story.veteran)}`,
  *draw(sheet, { story, listing, pages }) {
    const entries = listing.map((entry) => [
      slashDate(entry.receiptDate),
      entry.name,
      `${entry.startPage}`,
      `${entry.endPage}`,
    ])
    yield* flow(sheet, {
      style: { font: 'sans', bold: 'sansBold', size: 9, leading: 12, left: 46, right: 46 },
      pages,
      lastPageFill: 1,
      frame(page) {
        sheet.text(46, 44, 'CLAIMS FILE INDEX', { font: 'sansBold', size: 14 })
        sheet.text(566, 44, `${fileName(story.veteran)}   ${story.socialSecurityNumber}`, {
          font: 'sans',
          size: 9,
          align: 'right',
        })
        sheet.text(566, 762, `Index page ${page} of ${pages}`, { font: 'sans', size: 8, align: 'right' })
        return { top: 56, bottom: 748 }
      },
      blocks: (function* (): Generator<Block> {
        yield {
          type: 'table',
          columns: [
            ['Received', 2],
            ['Document', 9],
            ['First page', 1.4],
            ['Last page', 1.4],
          ],
          rows: entries,
        }
        yield { type: 'paragraph', text: 'End of index.' }
        for (;;) yield { type: 'space', points: 800 }
      })(),
    })
  },
}

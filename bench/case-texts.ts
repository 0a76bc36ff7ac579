import { kinds } from '../server/synth/kinds/all.ts'
import type { Draft } from '../server/synth/kinds/kind.ts'
import { type CasePlan, planCase } from '../server/synth/plan.ts'
import { seeded } from '../server/synth/random.ts'
import type { Sheet } from '../server/synth/sheet.ts'

export type CaseTexts = {
  texts: string[]
  documents: { name: string; startPage: number; endPage: number }[]
}

/** The text of a synthetic case of so many pages, as its PDF would say it, without drawing one. */
export function caseTexts(pages: number): CaseTexts {
  const plan = planCase('bench', 0, pages)
  const texts: string[] = []
  for (const index of plan.documents.keys()) texts.push(...textsOf(plan, index))
  return {
    texts,
    documents: plan.documents.map(({ name, startPage, endPage }) => ({ name, startPage, endPage })),
  }
}

function* textsOf(plan: CasePlan, index: number): Generator<string> {
  const { kind, pageCount, duplicateOf } = plan.documents[index]!
  const source = duplicateOf?.documentIndex ?? index
  const { round, date, scanned, claims } = plan.documents[source]!
  const draft: Draft = {
    ...{ round, date, scanned },
    story: plan.story,
    claims: plan.story.claims.filter((_, claim) => claims.includes(claim)),
    random: seeded(`${plan.key}/${source}`),
    pages: pageCount,
    listing: plan.documents,
  }
  const { sheet, take } = textSheet()
  const drawing = kinds[kind].draw(sheet, draft)
  for (let page = 0; page < pageCount; page++) {
    drawing.next()
    yield take()
  }
}

/** Keeps what is written and forgets what is drawn. */
function textSheet(): { sheet: Sheet; take(): string } {
  let text = ''
  let line: number | undefined
  const nothing = () => {}
  return {
    sheet: {
      ...{
        width: 612,
        height: 792,
        line: nothing,
        box: nothing,
        disc: nothing,
        ring: nothing,
        stroke: nothing,
      },
      text(_x, y, written) {
        text += line === undefined ? written : (Math.abs(y - line) < 1 ? ' ' : '\n') + written
        line = y
      },
    },
    take() {
      const taken = text
      text = ''
      line = undefined
      return taken
    },
  }
}

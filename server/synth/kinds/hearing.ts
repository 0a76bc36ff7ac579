import { longDate } from '../calendar.ts'
import { type Block, flow } from '../flow.ts'
import { contentions } from '../language/legal.ts'
import { answers, questions } from '../language/personal.ts'
import { fullName } from '../people.ts'
import { listed } from '../phrase.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

export const brief: Kind = {
  categories: ['procedural'],
  pages: [2, 8],
  scanned: 0.05,
  name: () => 'Appellant’s Brief',
  describe: ({ claims, story }) =>
    `${story.representative.organization}: ${listed(claims.map((it) => it.condition.name))}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const contend = voice(draft, contentions)
    yield* flow(sheet, {
      style: { font: 'serif', bold: 'serifBold', size: 12, leading: 19, left: 90, right: 90, justify: true },
      pages,
      lastPageFill: 0.6,
      closing: [
        { type: 'paragraph', text: 'Respectfully submitted,' },
        {
          type: 'signature',
          random,
          lines: [story.representative.name, `${story.representative.organization}, ${longDate(date)}`],
        },
      ],
      frame(page) {
        sheet.text(306, 758, `${page}`, { font: 'serif', size: 10, align: 'center' })
        if (page > 1) return { top: 72, bottom: 726 }
        sheet.text(306, 90, "BEFORE THE BOARD OF VETERANS' APPEALS", {
          font: 'serifBold',
          size: 13,
          align: 'center',
        })
        sheet.line(90, 104, 522, 104)
        sheet.text(96, 124, 'IN THE APPEAL OF', { font: 'serif', size: 11.5 })
        sheet.text(96, 142, fullName(story.veteran).toUpperCase(), { font: 'serifBold', size: 12 })
        sheet.text(96, 160, 'Appellant', { font: 'serifItalic', size: 11.5 })
        sheet.line(306, 110, 306, 172)
        sheet.text(320, 130, `VA File No. ${story.socialSecurityNumber}`, { font: 'serif', size: 11.5 })
        sheet.text(320, 150, `Notice of Disagreement ${longDate(story.timeline.appealed)}`, {
          font: 'serif',
          size: 10,
        })
        sheet.line(90, 178, 522, 178)
        sheet.text(306, 204, 'APPELLANT’S BRIEF', { font: 'serifBold', size: 13, align: 'center' })
        return { top: 222, bottom: 726 }
      },
      blocks: (function* (): Generator<Block> {
        yield { type: 'heading', text: 'QUESTIONS AT ISSUE', centered: true }
        for (const [i, claim] of claims.entries())
          yield {
            type: 'paragraph',
            hanging: `${i + 1}.`,
            indent: 26,
            text: `Whether the evidence warrants ${claim.basis === 'increase' ? 'a higher rating' : 'service connection'} for ${claim.condition.name}.`,
          }
        yield { type: 'heading', text: 'STATEMENT OF FACTS', centered: true }
        yield {
          type: 'paragraph',
          text: `The Appellant served in the ${story.service.branch} from ${longDate(story.service.entered)} to ${longDate(story.service.left)} as ${story.service.job}, including ${story.service.deployment}. The appeal stems from a decision of ${longDate(story.timeline.rounds[2].decided)} by the ${story.regionalOffice} Regional Office.`,
        }
        yield { type: 'heading', text: 'ARGUMENT', centered: true }
        for (;;)
          yield { type: 'paragraph', text: paragraphOf(contend, random.pick(claims), random.int(1, 3)) }
      })(),
    })
  },
}

/** Twenty-five numbered lines a page, as court reporters type them. */
export const hearingTranscript: Kind = {
  categories: ['procedural', 'other'],
  pages: [4, 24],
  scanned: 0.06,
  name: () => 'Hearing Transcript',
  describe: ({ story, date }) => `Hearing of ${longDate(date)} before ${story.judge}`,
  *draw(sheet, draft) {
    const { story, pages, date } = draft
    const frame = (page: number) => {
      sheet.box(96, 58, 450, 668, { width: 0.8 })
      for (let line = 1; line <= 25; line++)
        sheet.text(86, 58 + line * 26, `${line}`, { font: 'mono', size: 9, align: 'right' })
      sheet.text(540, 48, `${page}`, { font: 'mono', size: 10, align: 'right' })
      sheet.text(96, 48, fullName(story.veteran).toUpperCase(), { font: 'mono', size: 8 })
    }
    frame(1)
    const cover = [
      "BOARD OF VETERANS' APPEALS",
      'DEPARTMENT OF VETERANS AFFAIRS',
      '',
      'IN THE APPEAL OF',
      fullName(story.veteran).toUpperCase(),
      '',
      `DATE: ${longDate(date).toUpperCase()}`,
      `PRESIDING: ${story.judge.toUpperCase()}`,
      `REPRESENTED BY: ${story.representative.name.toUpperCase()}`,
      `WITNESS: ${story.spouse.toUpperCase()}`,
    ]
    for (const [i, line] of cover.entries())
      sheet.text(320, 58 + (i * 2 + 3) * 26, line, {
        font: i < 2 ? 'monoBold' : 'mono',
        size: 11,
        align: 'center',
      })
    yield
    if (pages === 1) return
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 10.5, leading: 26, left: 108, right: 72, gap: 0 },
      pages: pages - 1,
      lastPageFill: 0.7,
      blocks: testimony(draft),
      closing: [{ type: 'paragraph', text: '(Whereupon, the hearing was concluded.)' }],
      frame(page) {
        frame(page + 1)
        return { top: 62, bottom: 720 }
      },
    })
  },
}

function* testimony(draft: Draft): Generator<Block> {
  const { random, claims, story } = draft
  const ask = voice(draft, questions)
  const answer = voice(draft, answers)
  const turn = (speaker: string, text: string): Block => ({ type: 'paragraph', text: `${speaker}: ${text}` })
  yield turn(
    'JUDGE',
    `We are on the record in the appeal of ${fullName(story.veteran)}. The issues are ${listed(claims.map((it) => it.condition.name))}. Would you raise your right hand?`,
  )
  yield turn('APPELLANT', 'I do.')
  for (let i = 0; ; i++) {
    const claim = random.pick(claims)
    yield turn(random.pick(['JUDGE', 'REPRESENTATIVE', 'REPRESENTATIVE']), ask(claim))
    yield turn(i % 9 === 8 ? 'WITNESS' : 'APPELLANT', answer(claim))
    if (random.chance(0.12))
      yield turn(
        'JUDGE',
        random.pick([
          'Take your time.',
          'Let the record show the witness indicated the area.',
          'I will hold the record open for 90 days.',
          'Off the record for a moment.',
        ]),
      )
  }
}

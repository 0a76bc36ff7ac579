import { addDays, longDate, slashDate } from '../calendar.ts'
import { type Block, flow } from '../flow.ts'
import { fileName } from '../people.ts'
import type { Claim } from '../story.ts'
import type { Draft, Kind } from './kind.ts'
import { voice } from './voice.ts'

export const codeSheet: Kind = {
  categories: ['procedural'],
  pages: [1, 2],
  scanned: 0.05,
  name: () => 'Rating Decision - Codesheet',
  describe: ({ date, story }) => `Combined evaluation ${combined(story.claims)}% from ${longDate(date)}`,
  *draw(sheet, draft) {
    const { random, story, pages, date } = draft
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 9.4, leading: 12, left: 46, right: 46 },
      pages,
      lastPageFill: 0.75,
      frame(page) {
        sheet.box(46, 36, 520, 18, { fill: [0.88, 0.88, 0.88] })
        sheet.text(306, 49, `RATING DECISION CODESHEET     ${slashDate(date)}     PAGE ${page}`, {
          font: 'monoBold',
          size: 10,
          align: 'center',
        })
        return { top: 62, bottom: 744 }
      },
      blocks: (function* (): Generator<Block> {
        const { service } = story
        const note = voice(draft, codeSheetNotes)
        yield {
          type: 'table',
          columns: [
            ['NAME OF VETERAN', 3],
            ['VA FILE NUMBER', 2],
            ['POA', 3],
            ['COPY TO', 1],
          ],
          rows: [
            [fileName(story.veteran), story.socialSecurityNumber, story.representative.organization, 'YES'],
          ],
        }
        yield {
          type: 'table',
          columns: [
            ['EOD', 2],
            ['RAD', 2],
            ['BRANCH', 2],
            ['CHARACTER', 2],
            ['LEGACY CODES', 2],
          ],
          rows: [
            [
              slashDate(service.entered),
              slashDate(service.left),
              service.branch.toUpperCase(),
              'HONORABLE',
              `${random.int(10, 99)} ${random.int(100, 999)}`,
            ],
          ],
        }
        yield { type: 'heading', text: 'JURISDICTION: Claim for compensation' }
        for (const claim of story.claims) yield { type: 'pairs', labelWidth: 70, rows: codes(draft, claim) }
        yield {
          type: 'heading',
          text: `COMBINED EVALUATION FOR COMPENSATION: ${combined(story.claims)}% from ${slashDate(date)}`,
        }
        for (;;) {
          yield { type: 'paragraph', text: note(random.pick(story.claims)) }
        }
      })(),
    })
  },
}

const codeSheetNotes = [
  'SPECIAL NOTES: Notice of 38 CFR 3.105(e) not required.',
  'SPECIAL NOTES: Evaluation of {condition} considered 38 CFR 4.59 and {regulation}.',
  'FUTURE EXAMINATION: None. {Condition} is static.',
  'FUTURE EXAMINATION: {condition}, {24|36|60} months.',
  'BILATERAL FACTOR of 38 CFR 4.26 considered.',
  'ANCILLARY DECISION: Eligibility to Dependents Educational Assistance {is|is not} established.',
  'ANCILLARY DECISION: Individual unemployability {not raised by the record|deferred|denied}.',
  'DIARY: Review for receipt of records from {clinic} after {pastDate}.',
  'COMMENT: Diagnostic code {code} selected as most closely analogous. 38 CFR 4.20.',
] as const

function codes({ random, story, date }: Draft, { condition, percent }: Claim): [string, string][] {
  const granted = percent !== undefined
  return [
    [condition.diagnosticCode, condition.name.toUpperCase()],
    [
      '',
      granted
        ? `Service Connected, ${story.service.era}, Incurred`
        : 'Not Service Connected, Not Incurred/Caused by Service',
    ],
    [
      '',
      granted
        ? `${percent}% from ${slashDate(addDays(date, -random.int(30, 900)))}`
        : `Original date of denial ${slashDate(date)}`,
    ],
  ]
}

/** 38 CFR 4.25: what one disability leaves is what the next takes its share of. */
function combined(claims: readonly Claim[]): number {
  const percents = claims.map((claim) => claim.percent ?? 0).sort((a, b) => b - a)
  const whole = percents.reduce((sum, percent) => Math.round(sum + (percent * (100 - sum)) / 100), 0)
  return Math.round(whole / 10) * 10
}

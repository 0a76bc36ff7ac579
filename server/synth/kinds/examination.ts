import { longDate, slashDate } from '../calendar.ts'
import { type Block, flow } from '../flow.ts'
import {
  examinationFindings,
  examinationHistory,
  favorableOpinions,
  rationales,
  unfavorableOpinions,
} from '../language/clinical.ts'
import { fullName } from '../people.ts'
import { capitalised, listed, say } from '../phrase.ts'
import { gray } from '../sheet.ts'
import type { Claim } from '../story.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

export const examination: Kind = {
  categories: ['medical'],
  pages: [2, 8],
  scanned: 0.05,
  name: () => 'C&P Examination',
  describe: ({ claims, date }) =>
    `${date < '2010-10-01' ? 'Examination report' : 'Disability Benefits Questionnaire'}, ${longDate(date)}: ${listed(claims.map((it) => it.condition.name))}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const examiner = random.pick(story.doctors.examiners)
    const modern = date >= '2010-10-01'
    const subject = claims[0]?.condition
    const title = modern
      ? `${capitalised(subject?.system ?? '')} Conditions - Disability Benefits Questionnaire`
      : 'Compensation and Pension Examination Report'
    yield* flow(sheet, {
      style: modern
        ? { font: 'sans', bold: 'sansBold', size: 9.6, leading: 12.4, left: 56, right: 56 }
        : { font: 'mono', bold: 'monoBold', size: 10, leading: 12.5, left: 62, right: 56 },
      pages,
      lastPageFill: 0.5 + random.next() * 0.3,
      blocks: modern ? questionnaire(draft) : narrative(draft),
      closing: [
        {
          type: 'paragraph',
          text: 'I certify that the information above is complete and correct to the best of my knowledge.',
        },
        {
          type: 'signature',
          random,
          lines: [examiner, `Date signed: ${slashDate(date)}    License: SYN-${random.int(10000, 99999)}`],
        },
      ],
      frame(page) {
        sheet.text(306, 44, title, { font: modern ? 'sansBold' : 'monoBold', size: 12, align: 'center' })
        sheet.text(56, 60, `Name of patient/Veteran: ${fullName(story.veteran)}`, { font: 'sans', size: 9 })
        sheet.text(556, 60, `SSN: ${story.socialSecurityNumber}`, { font: 'sans', size: 9, align: 'right' })
        sheet.line(56, 66, 556, 66)
        sheet.text(556, 762, `Page ${page} of ${pages}`, {
          font: 'sans',
          size: 8,
          align: 'right',
          color: gray,
        })
        return { top: 76, bottom: 748 }
      },
    })
  },
}

const box = (yes: boolean) => (yes ? '[X] Yes   [ ] No' : '[ ] Yes   [X] No')

function* questionnaire(draft: Draft): Generator<Block> {
  const { random, claims, story } = draft
  const history = voice(draft, examinationHistory)
  const findings = voice(draft, examinationFindings)
  const opinion = opinionVoice(draft)
  yield {
    type: 'paragraph',
    text: `Is this questionnaire being completed in conjunction with a VA claim?  ${box(true)}`,
  }
  for (const claim of claims) {
    const { condition } = claim
    yield { type: 'heading', text: 'SECTION I - DIAGNOSIS', underlined: true }
    yield {
      type: 'pairs',
      rows: [
        ['Diagnosis:', condition.name],
        ['ICD code:', condition.icd],
        ['Date of diagnosis:', `${claim.onsetYear + random.int(0, 6)}`],
        [
          'Evidence reviewed:',
          random.pick([
            'VA claims file (VBMS)',
            'VA claims file and CPRS',
            'Service and VA treatment records',
          ]),
        ],
      ],
    }
    yield { type: 'heading', text: 'SECTION II - MEDICAL HISTORY', underlined: true }
    yield { type: 'paragraph', text: paragraphOf(history, claim, random.int(3, 5)) }
    yield { type: 'paragraph', text: `Does the Veteran report flare-ups?  ${box(random.chance(0.7))}` }
    const drug = say(random, random.pick(condition.treatments))
    yield {
      type: 'paragraph',
      text: `Is continuous treatment required for control?  ${box(true)}  If yes, list: ${drug}`,
    }
    yield { type: 'heading', text: 'SECTION III - EXAMINATION FINDINGS', underlined: true }
    if (condition.system === 'musculoskeletal') yield motionTable(draft)
    if (condition.system === 'mental') yield symptomList(draft)
    yield { type: 'paragraph', text: paragraphOf(findings, claim, random.int(3, 5)) }
    yield { type: 'heading', text: 'SECTION IV - FUNCTIONAL IMPACT', underlined: true }
    const effect = say(random, random.pick(condition.effects))
    yield {
      type: 'paragraph',
      text: `Does the condition impact ability to work?  ${box(true)}  The Veteran ${effect}. Last employer: ${story.employer}.`,
    }
    yield { type: 'heading', text: 'SECTION V - MEDICAL OPINION', underlined: true }
    yield { type: 'paragraph', text: opinion(claim) }
  }
  yield* remarks(draft)
}

/** What fills the pages that are left when every claim has been examined. */
function* remarks(draft: Draft): Generator<Block> {
  const { random, claims } = draft
  const history = voice(draft, examinationHistory)
  const findings = voice(draft, examinationFindings)
  const opinion = opinionVoice(draft)
  yield { type: 'heading', text: 'REMARKS', underlined: true }
  for (let number = 1; ; number++) {
    const claim = random.pick(claims)
    const text = random.pick([
      () => `Addendum on ${claim.condition.name}. ${opinion(claim)}`,
      () => paragraphOf(history, claim, random.int(2, 4)),
      () => paragraphOf(findings, claim, random.int(2, 4)),
    ])()
    yield { type: 'paragraph', hanging: `${number}.`, indent: 22, text }
  }
}

/** An examiner holds one opinion of a claim and keeps to it. */
function opinionVoice(draft: Draft): (claim: Claim) => string {
  const { random } = draft
  const [favorable, unfavorable, rationale] = [
    voice(draft, favorableOpinions),
    voice(draft, unfavorableOpinions),
    voice(draft, rationales),
  ]
  return (claim) => {
    const opinion = claim.percent === undefined ? unfavorable : favorable
    return `${paragraphOf(opinion, claim, random.int(2, 3))} ${paragraphOf(rationale, claim, random.int(1, 2))}`
  }
}

function* narrative(draft: Draft): Generator<Block> {
  const history = voice(draft, examinationHistory)
  const findings = voice(draft, examinationFindings)
  const opinion = opinionVoice(draft)
  for (const claim of draft.claims) {
    const { name, diagnosticCode } = claim.condition
    yield { type: 'heading', text: `EXAMINATION FOR ${name.toUpperCase()}` }
    yield { type: 'paragraph', text: `MEDICAL HISTORY: ${paragraphOf(history, claim, 5)}` }
    yield { type: 'paragraph', text: `PHYSICAL EXAMINATION: ${paragraphOf(findings, claim, 5)}` }
    yield { type: 'paragraph', text: `DIAGNOSIS: ${capitalised(name)} (diagnostic code ${diagnosticCode}).` }
    yield { type: 'paragraph', text: `DISCUSSION: ${opinion(claim)}` }
  }
  yield* remarks(draft)
}

function motionTable({ random }: Draft): Block {
  const rows = [
    'Forward flexion / flexion',
    'Extension',
    'Right lateral flexion / abduction',
    'Left lateral flexion / adduction',
    'Rotation',
  ].map((motion) => {
    const normal = random.pick([30, 45, 90])
    const limit = random.int(Math.round(normal / 3 / 5), normal / 5) * 5
    return [
      motion,
      `0 to ${normal}`,
      `0 to ${limit}`,
      `${Math.max(0, limit - random.int(0, 2) * 5)}`,
      random.pick(['No change', `0 to ${Math.max(0, limit - 5)}`]),
    ]
  })
  return {
    type: 'table',
    columns: [
      ['Motion', 4],
      ['Normal (degrees)', 2],
      ['Initial ROM', 2],
      ['Pain begins', 2],
      ['After repetition', 2],
    ],
    rows,
  }
}

const mentalSymptoms = [
  'Depressed mood',
  'Anxiety',
  'Suspiciousness',
  'Panic attacks weekly or less often',
  'Near-continuous panic',
  'Chronic sleep impairment',
  'Mild memory loss',
  'Flattened affect',
  'Difficulty in understanding complex commands',
  'Disturbances of motivation and mood',
  'Difficulty establishing and maintaining effective work relationships',
  'Impaired impulse control',
  'Difficulty adapting to stressful circumstances',
  'Neglect of personal appearance',
]

function symptomList({ random }: Draft): Block {
  return {
    type: 'paragraph',
    text: mentalSymptoms.map((it) => `${random.chance(0.45) ? '[X]' : '[ ]'} ${it}`).join('\n'),
  }
}

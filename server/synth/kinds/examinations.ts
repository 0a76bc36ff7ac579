import { longDate, slashDate } from '../calendar.ts'
import { clinicLetterhead, receivedStamp } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import {
  examinationFindings,
  examinationHistory,
  favorableOpinions,
  rationales,
  unfavorableOpinions,
} from '../language/clinical.ts'
import { fileName, fullName, phoneNumber } from '../people.ts'
import { capitalised, listed, say } from '../phrase.ts'
import { gray } from '../sheet.ts'
import type { Claim } from '../story.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

export const examination: Kind = {
  categories: ['medical'],
  pages: [2, 14],
  scanned: 0.05,
  name: () => 'C&P Examination',
  describe: ({ claims, date }) =>
    `Disability Benefits Questionnaire, ${longDate(date)}: ${listed(claims.map((it) => it.condition.name))}`,
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

export const nexusOpinion: Kind = {
  categories: ['medical', 'procedural'],
  pages: [1, 4],
  scanned: 0.15,
  name: ({ story }) => `Private Medical Opinion, ${story.doctors.private}`,
  describe: ({ claims }) => `Nexus opinion: ${claims[0]?.condition.name}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const opinion = voice(draft, favorableOpinions)
    const rationale = voice(draft, rationales)
    const history = voice(draft, examinationHistory)
    yield* flow(sheet, {
      style: { font: 'serif', bold: 'serifBold', size: 11.5, leading: 15, left: 76, right: 76 },
      pages,
      lastPageFill: 0.6,
      blocks: (function* (): Generator<Block> {
        yield { type: 'paragraph', text: longDate(date) }
        yield {
          type: 'paragraph',
          text: `Re: ${fullName(story.veteran)}\nVA file number: ${story.socialSecurityNumber}\nDate of birth: ${longDate(story.birthDate)}`,
        }
        yield { type: 'paragraph', text: 'To whom it may concern:' }
        yield {
          type: 'paragraph',
          text: `I have been asked to give an opinion on the cause of this patient's ${claims[0]?.condition.name}. I have treated the patient at ${story.clinic} and have reviewed the service treatment records and the VA examination.`,
        }
        for (;;) {
          const claim = random.pick(claims)
          yield { type: 'paragraph', text: paragraphOf(history, claim, random.int(2, 3)) }
          yield { type: 'paragraph', text: `${paragraphOf(opinion, claim, 2)} ${rationale(claim)}` }
        }
      })(),
      closing: [
        { type: 'paragraph', text: 'Respectfully,' },
        { type: 'signature', random, lines: [story.doctors.private, story.clinic] },
      ],
      frame(page) {
        if (page > 1) return { top: 72, bottom: 730 }
        const top = clinicLetterhead(sheet, random, story.clinic, [
          `${story.address.town}, ${story.address.state}`,
          phoneNumber(random),
        ])
        receivedStamp(sheet, random, date, `RO ${story.regionalOffice}`)
        return { top: top + 20, bottom: 730 }
      },
    })
  },
}

/** The separation examination: a page of boxes, then the examiner's notes. */
export const separationExamination: Kind = {
  categories: ['medical', 'other'],
  pages: [1, 3],
  scanned: 0.55,
  name: () => 'Report of Medical Examination (SF 88)',
  describe: ({ story }) => `Separation examination, ${longDate(story.service.left)}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, scanned } = draft
    const notes = voice(draft, examinationFindings)
    const systems = [
      'Head, face, neck and scalp',
      'Nose',
      'Sinuses',
      'Mouth and throat',
      'Ears - general',
      'Drums (perforation)',
      'Eyes - general',
      'Ophthalmoscopic',
      'Pupils',
      'Lungs and chest',
      'Heart',
      'Vascular system',
      'Abdomen and viscera',
      'Anus and rectum',
      'Endocrine system',
      'G-U system',
      'Upper extremities',
      'Feet',
      'Lower extremities',
      'Spine, other musculoskeletal',
      'Identifying body marks, scars',
      'Skin, lymphatics',
      'Neurologic',
      'Psychiatric',
    ]
    sheet.text(306, 40, 'REPORT OF MEDICAL EXAMINATION', { font: 'sansBold', size: 13, align: 'center' })
    const pen = { font: scanned ? 'hand' : 'mono', size: scanned ? 11 : 9.5 } as const
    const head = [
      ['1. LAST NAME - FIRST NAME - MIDDLE NAME', fileName(story.veteran)],
      ['2. GRADE', story.service.rank],
      ['3. IDENTIFICATION NO.', story.socialSecurityNumber],
      ['4. PURPOSE OF EXAMINATION', 'SEPARATION'],
      ['5. DATE', slashDate(story.service.left)],
      ['6. EXAMINING FACILITY', story.service.stations[0] ?? ''],
    ] as const
    for (const [i, [label, value]] of head.entries()) {
      const [x, y] = [36 + (i % 3) * 180, 52 + Math.floor(i / 3) * 34]
      sheet.box(x, y, 180, 34, { width: 0.5 })
      sheet.text(x + 3, y + 8, label, { font: 'sans', size: 6.2 })
      sheet.text(x + 4, y + 26, value.slice(0, 30), { ...pen, size: pen.size - 1 })
    }
    sheet.text(
      40,
      138,
      'CLINICAL EVALUATION   (Check each item in appropriate column; enter "NE" if not evaluated)',
      { font: 'sansBold', size: 7 },
    )
    for (const [i, system] of systems.entries()) {
      const y = 144 + i * 17
      sheet.box(36, y, 200, 17, { width: 0.4 })
      sheet.box(236, y, 40, 17, { width: 0.4 })
      sheet.box(276, y, 40, 17, { width: 0.4 })
      sheet.text(40, y + 11.5, `${18 + i}. ${system}`, { font: 'sans', size: 7.5 })
      sheet.text(random.chance(0.9) ? 252 : 292, y + 12.5, 'X', { ...pen })
    }
    sheet.box(322, 144, 254, 408, { width: 0.5 })
    sheet.text(326, 153, 'NOTES (Describe every abnormality in detail)', { font: 'sans', size: 6.2 })
    const style = {
      font: pen.font,
      bold: 'sansBold',
      size: pen.size,
      leading: 15,
      left: 328,
      right: 40,
    } as const
    const written = function* (): Generator<Block> {
      for (;;) yield { type: 'paragraph', text: notes(random.pick(claims), story.service.left) }
    }
    yield* flow(sheet, {
      style,
      pages: 1,
      lastPageFill: 0.55 + random.next() * 0.4,
      blocks: written(),
      frame: () => ({ top: 158, bottom: 548 }),
      closing: [],
    })
    for (let page = 2; page <= pages; page++) {
      sheet.text(36, 40, `${fileName(story.veteran)}  SF 88 (continued, page ${page})`, {
        font: 'sansBold',
        size: 9,
      })
      const more = flow(sheet, {
        style: { ...style, left: 48, right: 48, ruled: true, leading: 17 },
        pages: 1,
        lastPageFill: 0.7,
        blocks: written(),
        frame: () => ({ top: 60, bottom: 730 }),
      })
      more.next()
      yield
    }
  },
}

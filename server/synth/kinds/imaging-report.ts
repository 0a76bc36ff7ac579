import { longDate, slashDate } from '../calendar.ts'
import type { BodySystem } from '../conditions/condition.ts'
import { type Block, flow } from '../flow.ts'
import { imagingFindings } from '../language/clinical.ts'
import { fileName } from '../people.ts'
import { capitalised, say } from '../phrase.ts'
import type { Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

/** What a radiologist would be asked for, by the part of the body that hurts. */
const studies: Readonly<Record<BodySystem, string>> = {
  musculoskeletal: 'PLAIN FILMS, THREE VIEWS',
  mental: 'MRI BRAIN WITHOUT CONTRAST',
  neurological: 'MRI WITHOUT CONTRAST',
  ear: 'CT TEMPORAL BONES',
  respiratory: 'CHEST, PA AND LATERAL',
  cardiovascular: 'TRANSTHORACIC ECHOCARDIOGRAM',
  digestive: 'UPPER GI SERIES',
  endocrine: 'THYROID ULTRASOUND',
  genitourinary: 'RENAL ULTRASOUND',
  skin: 'SOFT TISSUE ULTRASOUND',
}

export const imagingReport: Kind = {
  categories: ['medical'],
  pages: [1, 2],
  scanned: 0.12,
  name: () => 'Radiology Report',
  describe: ({ claims, date }) => `Imaging of ${longDate(date)} for ${claims[0]?.condition.name}`,
  *draw(sheet, draft) {
    const { random, story, pages, claims, date } = draft
    const findings = voice(draft, imagingFindings)
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 9.8, leading: 12.6, left: 60, right: 56 },
      pages,
      lastPageFill: 0.4 + random.next() * 0.3,
      blocks: (function* (): Generator<Block> {
        for (;;) {
          const claim = random.pick(claims)
          yield {
            type: 'pairs',
            rows: [
              ['EXAM:', `${studies[claim.condition.system]} (${claim.condition.plain})`.toUpperCase()],
              ['EXAM DATE:', slashDate(date)],
              ['REQUESTED BY:', story.doctors.primary.toUpperCase()],
              ['ACCESSION:', `${random.int(100000, 999999)}-${random.int(10, 99)}`],
            ],
          }
          yield {
            type: 'paragraph',
            text: `CLINICAL HISTORY: ${say(random, random.pick(claim.condition.symptoms))}. History of ${claim.event}.`,
          }
          yield {
            type: 'paragraph',
            text: `FINDINGS: ${paragraphOf(findings, claim, random.int(3, 5))}`,
          }
          yield {
            type: 'paragraph',
            text: `IMPRESSION: ${capitalised(random.pick(['mild', 'moderate', 'chronic']))} changes consistent with ${claim.condition.name}. Clinical correlation is advised.`,
          }
          yield { type: 'rule' }
        }
      })(),
      closing: [
        {
          type: 'signature',
          random,
          lines: [story.doctors.specialist, 'Staff Radiologist, electronically verified'],
        },
      ],
      frame(page) {
        sheet.text(306, 50, story.vaFacility.toUpperCase(), { font: 'monoBold', size: 12, align: 'center' })
        sheet.text(306, 64, `DIAGNOSTIC IMAGING   ${fileName(story.veteran)}   PAGE ${page}`, {
          font: 'mono',
          size: 9,
          align: 'center',
        })
        sheet.line(60, 70, 556, 70)
        return { top: 82, bottom: 740 }
      },
    })
  },
}

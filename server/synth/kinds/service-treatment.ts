import { addDays, dateBetween, daysBetween, militaryDate, yearOf } from '../calendar.ts'
import { signature } from '../dress.ts'
import { wrap } from '../font-metrics.ts'
import { fieldRemedies, serviceEntries } from '../language/clinical.ts'
import { fileName } from '../people.ts'
import type { Sheet } from '../sheet.ts'
import type { Draft, Kind } from './kind.ts'
import { voice } from './voice.ts'

export const serviceTreatment: Kind = {
  categories: ['medical', 'other'],
  pages: [2, 40],
  scanned: 0.25,
  name: ({ story }) => `Service Treatment Records, ${story.service.branch}`,
  describe: ({ story }) =>
    `${yearOf(story.service.entered)} to ${yearOf(story.service.left)}, ${story.service.unit}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, scanned } = draft
    const entry = voice(draft, serviceEntries, { remedy: fieldRemedies })
    const span = Math.max(1, daysBetween(story.service.entered, story.service.left))
    let day = addDays(story.service.entered, random.int(5, 40))
    for (let page = 1; page <= pages; page++) {
      chronologicalRecord(sheet, draft)
      const pen =
        scanned && random.chance(0.75)
          ? ({ font: 'hand', size: 11.5 } as const)
          : ({ font: 'mono', size: 9.2 } as const)
      let y = 92
      while (y < 640) {
        const text = entry(random.pick(claims), story.service.left)
        const lines = wrap(text, pen.font, pen.size, 430)
        if (y + (lines.length + 2) * 17 > 672) break
        sheet.text(42, y + 12, militaryDate(day), pen)
        sheet.text(
          130,
          y + 12,
          random
            .pick([
              story.service.unit,
              `Dispensary, ${story.service.stations[0]}`,
              'Troop Medical Clinic',
              'Battalion Aid Station',
              'Medical Department',
            ])
            .toUpperCase(),
          { font: pen.font === 'hand' ? 'sans' : 'monoBold', size: 8 },
        )
        for (const [i, line] of lines.entries()) sheet.text(130, y + 12 + (i + 1) * 17, line, pen)
        y += (lines.length + 1) * 17
        signature(sheet, random, 440, y + 8, 80)
        y += 17
        day = addDays(day, random.int(1, Math.max(2, Math.ceil(span / pages / 2))))
        if (day > story.service.left) day = dateBetween(random, story.service.entered, story.service.left)
      }
      yield
    }
  },
}

function chronologicalRecord(sheet: Sheet, { story }: Draft): void {
  sheet.text(36, 34, 'HEALTH RECORD', { font: 'sansBold', size: 11 })
  sheet.text(330, 34, 'CHRONOLOGICAL RECORD OF MEDICAL CARE', { font: 'sansBold', size: 11, align: 'center' })
  sheet.box(36, 42, 540, 638)
  sheet.line(36, 60, 576, 60)
  sheet.text(62, 54, 'DATE', { font: 'sans', size: 7 })
  sheet.text(350, 54, 'SYMPTOMS, DIAGNOSIS, TREATMENT, TREATING ORGANIZATION (Sign each entry)', {
    font: 'sans',
    size: 7,
    align: 'center',
  })
  sheet.line(124, 42, 124, 680)
  for (let y = 92; y < 680; y += 17) sheet.line(36, y, 576, y, 0.25, [0.5, 0.5, 0.5])
  sheet.box(36, 686, 540, 56)
  sheet.text(40, 694, "PATIENT'S IDENTIFICATION (Use this space for mechanical imprint)", {
    font: 'sans',
    size: 6,
  })
  sheet.text(44, 712, fileName(story.veteran), { font: 'monoBold', size: 10 })
  sheet.text(
    44,
    728,
    `${story.socialSecurityNumber}  ${story.service.branch.toUpperCase()}  ${story.service.unit.toUpperCase()}`,
    { font: 'mono', size: 9 },
  )
  sheet.text(576, 752, 'STANDARD FORM 600', { font: 'sansBold', size: 7, align: 'right' })
}

import { longDate, slashDate } from '../calendar.ts'
import { type Block, flow } from '../flow.ts'
import { separationNotes } from '../language/clinical.ts'
import { fileName } from '../people.ts'
import type { Kind } from './kind.ts'
import { voice } from './voice.ts'

/** The separation examination: a page of boxes, then the examiner's notes. */
export const separationExamination: Kind = {
  categories: ['medical', 'other'],
  pages: [1, 2],
  scanned: 0.55,
  name: () => 'Report of Medical Examination (SF 88)',
  describe: ({ story }) => `Separation examination, ${longDate(story.service.left)}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, scanned } = draft
    const notes = voice(draft, separationNotes)
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

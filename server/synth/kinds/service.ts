import { addDays, dateBetween, militaryDate, slashDate, yearOf } from '../calendar.ts'
import { seal, signature } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import { type Cell, drawForm, type Row } from '../form.ts'
import { fieldRemedies, serviceEntries } from '../language/clinical.ts'
import { fileName } from '../people.ts'
import { black, type Sheet, wrap } from '../sheet.ts'
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
    const span = Math.max(
      1,
      Math.floor((Date.parse(story.service.left) - Date.parse(story.service.entered)) / 86_400_000),
    )
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

export const dischargeCertificate: Kind = {
  categories: ['other'],
  pages: [1, 2],
  scanned: 0.35,
  name: () => 'DD-214, Certificate of Release or Discharge from Active Duty',
  describe: ({ story }) =>
    `${story.service.branch}, ${slashDate(story.service.entered)} to ${slashDate(story.service.left)}, Honorable`,
  *draw(sheet, draft) {
    const { random, story, pages } = draft
    const { service, veteran, address } = story
    const cell = (label: string, value: string, share = 1): Cell => ({ label, value, share })
    const row = (...cells: Cell[]): Row => ({ height: 38, cells })
    const years = yearOf(service.left) - yearOf(service.entered)
    const rows: Row[] = [
      row(
        cell('1. NAME (Last, First, Middle)', fileName(veteran), 3),
        cell('2. DEPARTMENT, COMPONENT AND BRANCH', `${service.branch.toUpperCase()} - REGULAR`, 2),
        cell('3. SOCIAL SECURITY NO.', story.socialSecurityNumber, 2),
      ),
      row(
        cell('4a. GRADE, RATE OR RANK', service.rank, 2),
        cell('4b. PAY GRADE', service.rank.slice(-4, -1)),
        cell('5. DATE OF BIRTH (YYMMDD)', story.birthDate.slice(2).replaceAll('-', ''), 2),
        cell('6. RESERVE OBLIG. TERM. DATE', '0000', 2),
      ),
      row(
        cell('7a. PLACE OF ENTRY INTO ACTIVE DUTY', `${address.town}, ${address.state}`.toUpperCase(), 3),
        cell(
          '7b. HOME OF RECORD AT TIME OF ENTRY',
          `${address.street}, ${address.town}, ${address.state}`.toUpperCase(),
          4,
        ),
      ),
      row(
        cell('8a. LAST DUTY ASSIGNMENT AND MAJOR COMMAND', service.unit.toUpperCase(), 3),
        cell('8b. STATION WHERE SEPARATED', (service.stations.at(-1) ?? '').toUpperCase(), 3),
      ),
      {
        height: 90,
        cells: [
          cell(
            '11. PRIMARY SPECIALTY (List number, title and years and months in specialty)',
            `${service.job.toUpperCase()} - ${years} YRS ${random.int(0, 11)} MOS // NOTHING FOLLOWS`,
            3,
          ),
          {
            label: '12. RECORD OF SERVICE',
            value: `ENTERED AD ${service.entered.replaceAll('-', ' ')}    SEPARATED ${service.left.replaceAll('-', ' ')}    NET ACTIVE SERVICE ${years} YRS    FOREIGN SERVICE 1 YR`,
            share: 3,
          },
        ],
      },
      {
        height: 84,
        cells: [
          cell(
            '13. DECORATIONS, MEDALS, BADGES, CITATIONS AND CAMPAIGN RIBBONS AWARDED OR AUTHORIZED (All periods of service)',
            `${service.awards.join('//').toUpperCase()}//NOTHING FOLLOWS`,
          ),
        ],
      },
      {
        height: 56,
        cells: [
          cell(
            '14. MILITARY EDUCATION (Course title, number of weeks, and month and year completed)',
            `BASIC TRAINING, ${random.int(6, 12)} WKS, ${yearOf(service.entered)}; ${service.job.toUpperCase()} COURSE, ${random.int(6, 26)} WKS`,
          ),
        ],
      },
      {
        height: 34,
        cells: [
          {
            label: '15. MEMBER CONTRIBUTED TO POST-VIETNAM ERA VETERANS EDUCATIONAL ASSISTANCE PROGRAM',
            choices: [
              ['YES', false],
              ['NO', true],
            ],
          },
          cell('16. DAYS ACCRUED LEAVE PAID', `${random.int(0, 60)}`),
          {
            label: '17. MEMBER WAS PROVIDED COMPLETE DENTAL EXAMINATION',
            choices: [
              ['YES', true],
              ['NO', false],
            ],
          },
        ],
      },
      {
        height: 84,
        cells: [
          cell(
            '18. REMARKS',
            `SERVICE IN ${service.deployment.toUpperCase()}. ${service.era.toUpperCase()}. SUBJECT TO ACTIVE DUTY RECALL AND/OR ANNUAL SCREENING. NOTHING FOLLOWS`,
          ),
        ],
      },
      row(
        cell(
          '19a. MAILING ADDRESS AFTER SEPARATION',
          `${address.street}, ${address.town}, ${address.state} ${address.zip}`.toUpperCase(),
          4,
        ),
        cell('20. MEMBER REQUESTS COPY 6 BE SENT TO', `${address.state} DIR. OF VETERANS AFFAIRS`, 3),
      ),
      row(
        { label: '21. SIGNATURE OF MEMBER BEING SEPARATED', signedWith: random, share: 3 },
        { label: '22. OFFICIAL AUTHORIZED TO SIGN', signedWith: random, share: 3 },
      ),
      { section: 'SPECIAL ADDITIONAL INFORMATION (For use by authorized agencies only)' },
      row(
        cell('23. TYPE OF SEPARATION', 'RELEASE FROM ACTIVE DUTY', 2),
        cell('24. CHARACTER OF SERVICE', 'HONORABLE', 2),
        cell('25. SEPARATION AUTHORITY', `PARA ${random.int(2, 5)}-${random.int(1, 9)}`, 2),
      ),
      row(
        cell('26. SEPARATION CODE', random.pick(['LBK', 'MBK', 'KBK'])),
        cell('27. REENTRY CODE', random.pick(['RE-1', 'RE-1A'])),
        cell('28. NARRATIVE REASON FOR SEPARATION', 'EXPIRATION OF TERM OF SERVICE', 3),
      ),
    ]
    yield* drawForm(sheet, {
      pages,
      number: 'DD FORM 214',
      pen: { font: 'mono', size: 9 },
      rows,
      remarks: (function* (): Generator<Block> {
        for (;;)
          yield {
            type: 'paragraph',
            text: `CONTINUATION OF BLOCK ${random.int(11, 18)}: ${random.pick(service.stations).toUpperCase()}; ${random.pick(service.awards).toUpperCase()}.`,
          }
      })(),
      head(page) {
        sheet.text(306, 40, 'CERTIFICATE OF RELEASE OR DISCHARGE FROM ACTIVE DUTY', {
          font: 'sansBold',
          size: 12,
          align: 'center',
        })
        sheet.text(
          306,
          54,
          page === 1
            ? 'CAUTION: NOT TO BE USED FOR IDENTIFICATION PURPOSES    THIS IS AN IMPORTANT RECORD. SAFEGUARD IT.'
            : `CONTINUATION SHEET ${page}`,
          { font: 'sans', size: 7, align: 'center' },
        )
        return 62
      },
    })
  },
}

const personnelTitles = [
  'ENLISTED QUALIFICATION RECORD',
  'RECORD OF ASSIGNMENTS',
  'ADMINISTRATIVE REMARKS',
  'ORDERS',
  'ENLISTED EVALUATION REPORT',
] as const

export const personnelRecord: Kind = {
  categories: ['other'],
  pages: [1, 12],
  scanned: 0.3,
  name: () => 'Service Personnel Records',
  describe: ({ story }) => `Assignments and orders, ${story.service.unit}`,
  *draw(sheet, draft) {
    const { random, story, pages } = draft
    const { service } = story
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 9.6, leading: 13, left: 58, right: 54 },
      pages,
      lastPageFill: 0.7,
      blocks: (function* (): Generator<Block> {
        for (;;) {
          const day = dateBetween(random, service.entered, service.left)
          yield { type: 'heading', text: random.pick(personnelTitles), centered: true }
          yield {
            type: 'pairs',
            rows: [
              ['NAME', fileName(story.veteran)],
              ['SERVICE NO.', story.socialSecurityNumber],
              ['GRADE', service.rank],
              ['UNIT', service.unit.toUpperCase()],
              ['DATE', militaryDate(day).toUpperCase()],
            ],
          }
          yield {
            type: 'paragraph',
            text: `1. Individual is assigned to ${random.pick(service.stations)} for duty as ${service.job}. Effective ${militaryDate(day)}. Movement by ${random.pick(['commercial air', 'government transport', 'privately owned vehicle', 'surface vessel'])} authorized.`,
          }
          yield {
            type: 'table',
            columns: [
              ['EFFECTIVE', 2],
              ['DUTY', 4],
              ['ORGANIZATION AND STATION', 5],
            ],
            rows: Array.from({ length: random.int(3, 7) }, () => [
              militaryDate(dateBetween(random, service.entered, service.left)),
              random.pick([service.job, 'En route', 'Student', 'Casual', 'Temporary duty']),
              `${random.pick([service.unit, 'Transfer Station', 'Training Command'])}, ${random.pick([...service.stations, service.deployment])}`,
            ]),
          }
          yield {
            type: 'paragraph',
            text: `2. ${random.pick(['Member demonstrated initiative under adverse conditions', 'Counseled concerning appearance', `Awarded ${random.pick(service.awards)}`, 'Qualified with individual weapon', `Participated in ${service.deployment}`])}. ${random.pick(['No further action.', 'Entry verified.', 'Authority: CO memorandum.'])}`,
          }
        }
      })(),
      frame(page) {
        seal(sheet, 74, 54, 20, black, service.branch.slice(0, 1))
        sheet.text(
          306,
          50,
          `DEPARTMENT OF THE ${service.branch === 'Marine Corps' ? 'NAVY' : service.branch.toUpperCase()}`,
          { font: 'monoBold', size: 11, align: 'center' },
        )
        sheet.text(306, 64, service.unit.toUpperCase(), { font: 'mono', size: 9, align: 'center' })
        sheet.text(556, 758, `${page}`, { font: 'mono', size: 9, align: 'right' })
        return { top: 86, bottom: 744 }
      },
    })
  },
}

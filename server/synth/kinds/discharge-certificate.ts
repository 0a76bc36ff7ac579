import { slashDate, yearOf } from '../calendar.ts'
import { type Cell, drawForm, type Row } from '../form.ts'
import { fileName } from '../people.ts'
import type { Kind } from './kind.ts'

export const dischargeCertificate: Kind = {
  categories: ['other'],
  pages: [1, 1],
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
      head() {
        sheet.text(306, 40, 'CERTIFICATE OF RELEASE OR DISCHARGE FROM ACTIVE DUTY', {
          font: 'sansBold',
          size: 12,
          align: 'center',
        })
        sheet.text(
          306,
          54,
          'CAUTION: NOT TO BE USED FOR IDENTIFICATION PURPOSES    THIS IS AN IMPORTANT RECORD. SAFEGUARD IT.',
          { font: 'sans', size: 7, align: 'center' },
        )
        return 62
      },
    })
  },
}

import { addDays, longDate, slashDate, yearOf } from '../calendar.ts'
import { receivedStamp } from '../dress.ts'
import type { Block } from '../flow.ts'
import { type Cell, drawForm, type Row } from '../form.ts'
import { ownWords } from '../language/personal.ts'
import { fullName, phoneNumber } from '../people.ts'
import { listed } from '../phrase.ts'
import { blueInk, type Sheet } from '../sheet.ts'
import type { Draft, Kind, Subject } from './kind.ts'
import { voice } from './voice.ts'

const cell = (label: string, value: string, share = 1): Cell => ({ label, value, share })
const choice = (label: string, options: readonly string[], chosen: string, share = 1): Cell => ({
  label,
  share,
  choices: options.map((option) => [option, option === chosen] as const),
})
const row = (...cells: Cell[]): Row => ({ cells })
const tall = (height: number, ...cells: Cell[]): Row => ({ height, cells })

/** A form of the agency: its number and title by the date, its rows, and remarks in the veteran's words. */
function agencyForm(form: {
  pages: readonly [number, number]
  scanned: number
  title(subject: Subject): readonly [number: string, title: string]
  describe(subject: Subject): string
  rows(draft: Draft): Row[]
}): Kind {
  return {
    categories: ['procedural'],
    pages: form.pages,
    scanned: form.scanned,
    name: (subject) => form.title(subject).join(', '),
    describe: form.describe,
    *draw(sheet, draft) {
      const { random, scanned, story, date, pages } = draft
      const [number, title] = form.title(draft)
      const say = voice(draft, ownWords)
      yield* drawForm(sheet, {
        pages,
        number: number.toUpperCase(),
        pen: scanned
          ? { font: 'hand', size: 11.5, color: blueInk }
          : { font: random.pick(['mono', 'sans']), size: 9.5 },
        rows: [...form.rows(draft), ...certification(draft)],
        remarks: (function* (): Generator<Block> {
          for (;;) yield { type: 'paragraph', text: say(random.pick(draft.claims)) }
        })(),
        head: () => formHead(sheet, title, number),
        finish(page) {
          if (page === 1)
            receivedStamp(sheet, random, addDays(date, random.int(0, 6)), `RO ${story.regionalOffice}`)
        },
      })
    },
  }
}

function formHead(sheet: Sheet, title: string, number: string): number {
  sheet.text(36, 36, 'OMB Control No. 2900-0000   Respondent Burden: 25 minutes', { font: 'sans', size: 6 })
  sheet.text(576, 36, number, { font: 'sansBold', size: 8, align: 'right' })
  sheet.line(36, 40, 576, 40, 1.4)
  sheet.text(36, 55, 'Department of Veterans Affairs', { font: 'serifBold', size: 12 })
  sheet.text(576, 55, title.toUpperCase(), {
    font: 'sansBold',
    size: title.length > 44 ? 8.5 : 10.5,
    align: 'right',
  })
  sheet.line(36, 61, 576, 61, 0.6)
  return 64
}

function identity({ story }: Draft): Row[] {
  const { veteran, address } = story
  return [
    { section: "SECTION I: VETERAN'S IDENTIFICATION INFORMATION" },
    row(
      cell("1. VETERAN'S NAME (First, Middle Initial, Last)", `${fullName(veteran)}`, 3),
      cell('2. SOCIAL SECURITY NUMBER', story.socialSecurityNumber, 2),
      cell('3. DATE OF BIRTH', slashDate(story.birthDate), 2),
    ),
    row(
      cell('4. CURRENT MAILING ADDRESS (Number and street)', address.street, 3),
      cell('CITY', address.town, 2),
      cell('STATE', address.state),
      cell('ZIP CODE', address.zip),
    ),
    row(
      cell('5. TELEPHONE NUMBER', story.phone, 2),
      cell('6. E-MAIL ADDRESS (Optional)', `${veteran.lastName.toLowerCase()}@mail.example`, 2),
      choice('7. SEX', ['MALE', 'FEMALE'], story.sex.toUpperCase(), 2),
    ),
  ]
}

function certification({ random, story, date }: Draft): Row[] {
  return [
    {
      note: 'I CERTIFY THAT the statements on this form are true and correct to the best of my knowledge and belief. I authorize any person or entity to give the Department of Veterans Affairs any information about me, and I waive any privilege which makes the information confidential. (38 U.S.C. § 5101; 38 CFR 1.577)',
    },
    tall(
      34,
      cell(
        'SIGNATURE (Required)',
        random.chance(0.5) ? `/s/ ${fullName(story.veteran)}` : fullName(story.veteran),
        3,
      ),
      cell('DATE SIGNED', slashDate(date), 2),
    ),
    {
      note: 'PRIVACY ACT NOTICE: VA will not disclose information collected on this form to any source other than what has been authorized under the Privacy Act of 1974 or title 38, Code of Federal Regulations, section 1.576 for routine uses. RESPONDENT BURDEN: We need this information to determine your eligibility. Title 38, United States Code, allows us to ask for it.',
    },
  ]
}

export const application = agencyForm({
  pages: [2, 7],
  scanned: 0.2,
  title: ({ date }) =>
    yearOf(date) < 2010
      ? ['VA Form 21-526', "Veteran's Application for Compensation or Pension"]
      : ['VA Form 21-526EZ', 'Application for Disability Compensation and Related Compensation Benefits'],
  describe: ({ claims }) => `Claim for ${listed(claims.map((it) => it.condition.name))}`,
  rows(draft) {
    const { story, claims, random } = draft
    const { service } = story
    return [
      ...identity(draft),
      { section: 'SECTION II: SERVICE INFORMATION' },
      row(
        cell('8. BRANCH OF SERVICE', service.branch),
        cell('9. DATE OF ENTRY', slashDate(service.entered)),
        cell('10. DATE OF SEPARATION', slashDate(service.left)),
        cell('11. PLACE OF LAST SEPARATION', service.stations.at(-1) ?? '', 2),
      ),
      row(
        choice(
          '12. DID YOU SERVE IN A COMBAT ZONE SINCE 9-11-2001?',
          ['YES', 'NO'],
          service.era === 'Post-9/11' ? 'YES' : 'NO',
        ),
        choice('13. WERE YOU A PRISONER OF WAR?', ['YES', 'NO'], 'NO'),
        cell('14. UNIT AND DUTIES', `${service.unit}; ${service.job}`, 2),
      ),
      { section: 'SECTION III: CLAIM INFORMATION' },
      {
        note: 'List your claimed disabilities, how each relates to the in-service event, exposure or injury, and the approximate date each began or worsened.',
      },
      ...claims.map((claim, i) =>
        tall(
          44,
          cell(`${15 + i}A. CURRENT DISABILITY`, claim.condition.name, 3),
          cell(
            'B. HOW DOES IT RELATE TO SERVICE?',
            claim.secondaryTo ? `Secondary to ${claim.secondaryTo}` : claim.event,
            3,
          ),
          cell('C. DATE BEGAN', `${claim.onsetYear}`),
        ),
      ),
      { section: 'SECTION IV: TREATMENT' },
      tall(
        36,
        cell('22. NAME AND LOCATION OF VA MEDICAL CENTER', story.vaFacility, 2),
        cell('23. DATES OF TREATMENT', `${yearOf(service.left) + random.int(1, 4)} to present`),
        cell('24. PRIVATE PROVIDER', `${story.doctors.private}, ${story.clinic}`, 2),
      ),
      { section: 'SECTION V: DEPENDENTS, EMPLOYMENT AND PAY' },
      row(
        cell("25. SPOUSE'S NAME", story.spouse),
        cell('26. EMPLOYER', story.employer),
        cell('27. OCCUPATION', story.occupation),
      ),
      row(
        choice('28. RECEIVING MILITARY RETIRED PAY?', ['YES', 'NO'], random.pick(['YES', 'NO', 'NO', 'NO'])),
        choice('29. CLAIM UNEMPLOYABILITY?', ['YES', 'NO'], random.pick(['YES', 'NO'])),
      ),
      row(
        cell('30. ROUTING NUMBER', '000000000'),
        cell('31. ACCOUNT NUMBER', `SYN${random.int(100000, 999999)}`),
        choice('32. ACCOUNT TYPE', ['CHECKING', 'SAVINGS'], 'CHECKING'),
      ),
    ]
  },
})

export const powerOfAttorney = agencyForm({
  pages: [1, 2],
  scanned: 0.3,
  title: () => ['VA Form 21-22', "Appointment of Veterans Service Organization as Claimant's Representative"],
  describe: ({ story }) => `Appoints ${story.representative.organization}`,
  rows: (draft) => [
    ...identity(draft),
    { section: 'SECTION II: SERVICE ORGANIZATION INFORMATION' },
    row(
      cell(
        '14. NAME OF SERVICE ORGANIZATION RECOGNIZED BY THE DEPARTMENT OF VETERANS AFFAIRS',
        draft.story.representative.organization,
        3,
      ),
      cell('15A. NAME OF OFFICIAL REPRESENTATIVE', draft.story.representative.name, 2),
    ),
    row(
      cell('15B. JOB TITLE', 'Accredited Representative'),
      cell('16. E-MAIL OF ORGANIZATION', 'claims@organization.example'),
      cell('17. DATE OF APPOINTMENT', slashDate(draft.date)),
    ),
    { section: 'SECTION III: AUTHORIZATION INFORMATION' },
    tall(
      40,
      choice(
        "18. AUTHORIZATION FOR REPRESENTATIVE'S ACCESS TO RECORDS PROTECTED BY 38 U.S.C. § 7332",
        ['I AUTHORIZE', 'I DO NOT AUTHORIZE'],
        'I AUTHORIZE',
      ),
    ),
    tall(56, {
      label:
        '19. LIMITATION OF CONSENT. I authorize disclosure of records related to treatment for all conditions listed except:',
      choices: [
        ['DRUG ABUSE', false],
        ['ALCOHOLISM', false],
        ['HIV', false],
        ['SICKLE CELL ANEMIA', false],
      ],
    }),
    tall(
      34,
      choice(
        "20. AUTHORIZATION TO CHANGE CLAIMANT'S ADDRESS",
        ['YES', 'NO'],
        draft.random.pick(['YES', 'NO']),
      ),
    ),
    {
      note: 'I, the claimant named above, hereby appoint the service organization named in Item 14 as my representative to prepare, present and prosecute my claim(s) for any and all benefits from the Department of Veterans Affairs based on the service of the veteran named in Item 1. 38 CFR 14.631.',
    },
  ],
})

export const intentToFile = agencyForm({
  pages: [1, 1],
  scanned: 0.15,
  title: ({ date }) =>
    yearOf(date) < 2015
      ? ['VA Form 21-4138', 'Informal Claim']
      : ['VA Form 21-0966', 'Intent to File a Claim for Compensation'],
  describe: ({ date }) => `Preserves the date of claim, ${longDate(date)}`,
  rows: (draft) => [
    ...identity(draft),
    { section: 'SECTION II: GENERAL BENEFIT ELECTION' },
    row({
      label: '9. I INTEND TO FILE FOR THE GENERAL BENEFIT(S) CHECKED BELOW',
      choices: [
        ['COMPENSATION', true],
        ['PENSION', false],
        ['SURVIVORS BENEFITS', false],
      ],
    }),
    {
      note: 'Provided VA receives a complete application within one year, an intent to file sets the potential effective date of an award. 38 CFR 3.155(b).',
    },
  ],
})

export const noticeOfDisagreement = agencyForm({
  pages: [1, 3],
  scanned: 0.15,
  title: ({ date }) =>
    date >= '2019-02-19'
      ? ['VA Form 10182', 'Decision Review Request: Board Appeal (Notice of Disagreement)']
      : yearOf(date) >= 2013
        ? ['VA Form 21-0958', 'Notice of Disagreement']
        : ['VA Form 21-4138', 'Notice of Disagreement'],
  describe: ({ claims, story, round }) =>
    `Disagrees with the decision of ${longDate(story.timeline.rounds[round].decided)}: ${listed(claims.map((it) => it.condition.plain))}`,
  rows(draft) {
    const { story, claims, round, random } = draft
    return [
      ...identity(draft),
      { section: 'PART II: BOARD REVIEW OPTION' },
      tall(
        42,
        choice(
          '10. SELECT ONLY ONE REVIEW OPTION',
          ['DIRECT REVIEW', 'EVIDENCE SUBMISSION', 'HEARING'],
          story.timeline.heard ? 'HEARING' : random.pick(['DIRECT REVIEW', 'EVIDENCE SUBMISSION']),
        ),
      ),
      { section: 'PART III: SPECIFIC ISSUES TO BE APPEALED' },
      ...claims.map((claim, i) =>
        tall(
          44,
          cell(
            `11${'ABCDEFGH'[i] ?? ''}. SPECIFIC ISSUE`,
            claim.basis === 'increase'
              ? `Increased rating, ${claim.condition.name}`
              : `Service connection, ${claim.condition.name}`,
            3,
          ),
          cell(
            'AREA OF DISAGREEMENT',
            random.pick(['Service connection', 'Evaluation of disability', 'Effective date of award']),
            2,
          ),
          cell('DATE OF DECISION', slashDate(story.timeline.rounds[round].decided)),
        ),
      ),
      tall(
        130,
        cell(
          '12. ADDITIONAL INFORMATION. Please tell us why you feel the decision was wrong.',
          argument(draft),
        ),
      ),
    ]
  },
})

export const substantiveAppeal = agencyForm({
  pages: [1, 3],
  scanned: 0.3,
  title: () => ['VA Form 9', "Appeal to Board of Veterans' Appeals"],
  describe: ({ date }) => `Substantive appeal received ${longDate(date)}`,
  rows: (draft) => [
    ...identity(draft),
    { section: '8. OPTIONAL BOARD HEARING' },
    row({
      label: 'IF YOU WANT A BOARD HEARING, CHECK ONE BOX',
      choices: [
        ['NO HEARING', draft.random.chance(0.4)],
        ['VIDEOCONFERENCE', draft.random.chance(0.3)],
        ['AT LOCAL OFFICE', false],
        ['WASHINGTON, DC', false],
      ],
    }),
    { section: '9. THESE ARE THE ISSUES I WANT TO APPEAL' },
    tall(
      36,
      choice(
        'CHECK ONE',
        ['ALL ISSUES ON THE STATEMENT OF THE CASE', 'ONLY THE FOLLOWING'],
        'ALL ISSUES ON THE STATEMENT OF THE CASE',
      ),
    ),
    { section: '10. HERE IS WHY I THINK THAT VA DECIDED MY CASE INCORRECTLY' },
    tall(
      190,
      cell('(Be specific. Continue on the back or attach sheets if you need more space.)', argument(draft)),
    ),
  ],
})

export const employmentInformation = agencyForm({
  pages: [1, 2],
  scanned: 0.25,
  title: () => [
    'VA Form 21-4192',
    'Request for Employment Information in Connection with Claim for Disability Benefits',
  ],
  describe: ({ story }) => `${story.employer}: ${story.occupation}`,
  rows: (draft) => [
    ...identity(draft),
    { section: 'SECTION II: EMPLOYMENT INFORMATION (To be completed by employer)' },
    row(
      cell('9. NAME AND ADDRESS OF EMPLOYER', `${draft.story.employer}, ${draft.story.address.town}`, 3),
      cell('10. TELEPHONE', phoneNumber(draft.random), 2),
    ),
    row(
      cell('11. TYPE OF WORK PERFORMED', draft.story.occupation),
      cell('12. HOURS PER WEEK', `${draft.random.int(16, 44)}`),
      cell(
        '13. GROSS EARNINGS, LAST 12 MONTHS',
        `$${draft.random.int(11, 64)},${draft.random.int(100, 999)}.00`,
      ),
    ),
    row(
      cell('14. TIME LOST, LAST 12 MONTHS (Disability)', `${draft.random.int(4, 90)} days`),
      choice('15. CONCESSIONS MADE', ['YES', 'NO'], 'YES'),
      cell('16. DATE LAST WORKED', slashDate(addDays(draft.date, -draft.random.int(30, 900)))),
    ),
    tall(
      60,
      cell(
        '17. REASON FOR TERMINATION OF EMPLOYMENT',
        `${draft.random.pick(['Retired on disability', 'Could not perform duties', 'Resigned for health reasons', 'Still employed with restrictions'])}. Accommodations for ${draft.claims[0]?.condition.plain} were given.`,
      ),
    ),
  ],
})

/** A telephone call, written down by the person who took it. */
export const reportOfContact = agencyForm({
  pages: [1, 1],
  scanned: 0.2,
  title: () => ['VA Form 27-0820', 'Report of General Information'],
  describe: ({ date }) => `Telephone contact with the Veteran, ${longDate(date)}`,
  rows(draft) {
    const { random, story } = draft
    return [
      row(
        cell('1. VA OFFICE', `RO ${story.regionalOffice}`, 2),
        cell('2. FILE NUMBER', story.socialSecurityNumber, 2),
        cell('3. DATE OF CONTACT', slashDate(draft.date), 2),
      ),
      row(
        cell('4. VETERAN', fullName(story.veteran), 2),
        choice('5. TYPE OF CONTACT', ['TELEPHONE', 'PERSONAL', 'E-MAIL'], 'TELEPHONE', 3),
      ),
      tall(
        300,
        cell(
          '6. BRIEF STATEMENT OF INFORMATION REQUESTED AND GIVEN',
          `${random.pick(['Veteran called to ask the status of the appeal', 'Called Veteran to clarify the claim', 'Veteran called to report a change of address', 'Veteran asked whether private records were received'])}. Identity was verified. ${argument(draft)}`,
        ),
      ),
      row(
        cell(
          '7. DIVISION OR SECTION',
          random.pick(['Public Contact', 'Pre-Determination Team', 'Appeals Team', 'Rating Board']),
        ),
        cell('8. EXECUTED BY', `VSR ${random.int(100, 999)}`),
      ),
    ]
  },
})

function argument(draft: Draft): string {
  const say = voice(draft, ownWords)
  return Array.from({ length: 5 }, () => say(draft.random.pick(draft.claims))).join(' ')
}

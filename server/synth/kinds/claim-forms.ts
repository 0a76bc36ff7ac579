import { longDate, slashDate, yearOf } from '../calendar.ts'
import { listed } from '../phrase.ts'
import { agencyForm, cell, choice, identity, row, tall } from './agency-form.ts'

export const application = agencyForm({
  pages: [2, 4],
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

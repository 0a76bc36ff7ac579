import { addDays, longDate, slashDate } from '../calendar.ts'
import { fullName, phoneNumber } from '../people.ts'
import { agencyForm, argument, cell, choice, identity, row, tall } from './agency-form.ts'

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
  internal: true,
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
          `${random.pick(['Veteran called to ask the status of the appeal', 'Called Veteran to clarify the claim', 'Veteran called to report a change of address', 'Veteran asked whether private records were received'])}. Identity was verified. Veteran states: "${argument(draft)}"`,
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

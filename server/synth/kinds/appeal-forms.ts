import { longDate, slashDate, yearOf } from '../calendar.ts'
import type { Row } from '../form.ts'
import { listed } from '../phrase.ts'
import { agencyForm, argument, cell, choice, identity, row, tall } from './agency-form.ts'
import type { Draft } from './kind.ts'

export const noticeOfDisagreement = agencyForm({
  pages: [1, 2],
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
      ...(draft.date >= '2019-02-19' ? boardOption(draft) : []),
      { section: 'SPECIFIC ISSUES TO BE APPEALED' },
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

/** Appeals under the law of 2019 choose one of three dockets. */
function boardOption({ story, random }: Draft): Row[] {
  return [
    { section: 'PART II: BOARD REVIEW OPTION' },
    tall(
      42,
      choice(
        '10. SELECT ONLY ONE REVIEW OPTION',
        ['DIRECT REVIEW', 'EVIDENCE SUBMISSION', 'HEARING'],
        story.timeline.heard ? 'HEARING' : random.pick(['DIRECT REVIEW', 'EVIDENCE SUBMISSION']),
      ),
    ),
  ]
}

export const substantiveAppeal = agencyForm({
  pages: [1, 2],
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

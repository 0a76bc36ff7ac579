import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'

const anyIssue = { version: 1, issueTypes: [], dispositions: [] }

export const boilerplate: BoilerplateEntry[] = [
  {
    ...anyIssue,
    name: 'introduction',
    label: 'Introduction',
    place: 'opening',
    body: 'This matter is before the board on appeal by {{ claimant.name }}, docket number {{ case.docketNumber }}, received on {{ case.receiptDate }}.',
  },
  {
    ...anyIssue,
    name: 'advanced',
    label: 'Advanced on the docket',
    place: 'opening',
    body: "This appeal has been advanced on the board's docket.",
    source: '38 U.S.C. § 7107(b); 38 C.F.R. § 20.902(c)',
  },
  {
    ...anyIssue,
    name: 'benefitOfTheDoubt',
    label: 'Benefit of the doubt',
    place: 'issue',
    body: 'When there is an approximate balance of positive and negative evidence regarding any issue material to the determination, the claimant is given the benefit of the doubt.',
    source: '38 U.S.C. § 5107(b); 38 C.F.R. § 3.102',
  },
  {
    ...anyIssue,
    name: 'serviceConnectionLaw',
    label: 'Service connection: the law',
    place: 'issue',
    issueTypes: ['serviceConnection'],
    body: 'Service connection may be established for a disability resulting from disease or injury incurred in or aggravated by active service. It requires evidence of a current disability, of an incurrence or aggravation in service, and of a causal relationship between the two.',
    source: '38 U.S.C. §§ 1110, 1131; 38 C.F.R. § 3.303',
  },
  {
    ...anyIssue,
    name: 'ratingLaw',
    label: 'Ratings: the law',
    place: 'issue',
    issueTypes: ['initialRating', 'increasedRating'],
    body: 'Disability ratings are determined by applying the criteria of the rating schedule, which is based on the average impairment of earning capacity. Where two ratings could be applied, the higher is assigned if the disability picture more nearly approximates its criteria.',
    source: '38 U.S.C. § 1155; 38 C.F.R. §§ 4.1, 4.7',
  },
  {
    ...anyIssue,
    name: 'effectiveDateLaw',
    label: 'Effective dates: the law',
    place: 'issue',
    issueTypes: ['effectiveDate'],
    body: 'The effective date of an award is the date on which the claim was received or the date on which entitlement arose, whichever is later, unless the law provides otherwise.',
    source: '38 U.S.C. § 5110(a); 38 C.F.R. § 3.400',
  },
  {
    ...anyIssue,
    name: 'hearing',
    label: 'Hearing before the board',
    place: 'opening',
    fields: [
      { name: 'heldOn', label: 'Date of the hearing', type: 'date', isRequired: true },
      {
        name: 'manner',
        label: 'Manner of the hearing',
        type: 'choice',
        isRequired: true,
        choices: [
          { name: 'virtual', label: 'by videoconference from home' },
          { name: 'videoconference', label: 'by videoconference from a regional office' },
          { name: 'inPerson', label: 'in person' },
        ],
      },
      { name: 'witness', label: 'Another witness', type: 'person' },
      { name: 'isWaived', label: 'Was a right waived at the hearing?', type: 'yesNo' },
      { name: 'waived', label: 'What was waived', type: 'text' },
    ],
    blocks: [
      {
        text: '{{ claimant.name }} testified at a hearing before a member of the board, {{ fields.manner }}, on {{ fields.heldOn }}. A transcript of the hearing is of record.',
      },
      {
        when: 'has(fields.witness)',
        text: '{{ fields.witness }} testified as well.',
      },
      {
        when: 'has(fields.isWaived) && fields.isWaived',
        text: 'On the record of the hearing, the following was waived: {{ fields.waived }}',
      },
      {
        when: 'claimant.isRepresented',
        text: 'At the hearing the appellant was represented by {{ representative.name }}.',
      },
    ],
    source: '38 U.S.C. § 7107; 38 C.F.R. §§ 20.700, 20.704',
  },
  {
    ...anyIssue,
    name: 'ratingAllowed',
    label: 'Order: rating allowed',
    place: 'issue',
    issueTypes: ['initialRating', 'increasedRating'],
    dispositions: ['allowed'],
    fields: [
      { name: 'rating', label: 'Rating in percent', type: 'number', isRequired: true },
      { name: 'disability', label: 'Disability', type: 'text', isRequired: true, default: 'issue.title' },
      { name: 'from', label: 'From', type: 'date' },
    ],
    blocks: [
      {
        when: 'fields.rating < 100 && !has(fields.from)',
        text: 'A rating of {{ fields.rating }} percent, but no higher, for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits.',
      },
      {
        when: 'fields.rating < 100 && has(fields.from)',
        text: 'From {{ fields.from }}, a rating of {{ fields.rating }} percent, but no higher, for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits.',
      },
      {
        when: 'fields.rating >= 100 && !has(fields.from)',
        text: 'A rating of 100 percent for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits.',
      },
      {
        when: 'fields.rating >= 100 && has(fields.from)',
        text: 'From {{ fields.from }}, a rating of 100 percent for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits.',
      },
    ],
    source: '38 U.S.C. § 1155; 38 C.F.R. § 4.7',
  },
  {
    ...anyIssue,
    name: 'effectiveDateAllowed',
    label: 'Order: earlier effective date',
    place: 'issue',
    issueTypes: ['effectiveDate'],
    dispositions: ['allowed'],
    fields: [
      { name: 'from', label: 'Effective date', type: 'date', isRequired: true },
      { name: 'award', label: 'What is awarded', type: 'text', isRequired: true },
    ],
    blocks: [
      {
        text: 'An effective date of {{ fields.from }}, but no earlier, for {{ fields.award }} is granted, subject to the laws and regulations governing the payment of monetary benefits.',
      },
    ],
    source: '38 U.S.C. § 5110; 38 C.F.R. § 3.400',
  },
  {
    ...anyIssue,
    name: 'overpaymentDebt',
    label: 'Overpayment: the debt',
    place: 'issue',
    issueTypes: ['overpayment'],
    fields: [
      { name: 'debt', label: 'Amount of the debt', type: 'money', isRequired: true },
      { name: 'waived', label: 'Amount that is waived', type: 'money' },
    ],
    blocks: [
      { text: 'The overpayment was calculated in the amount of {{ fields.debt }}.' },
      {
        when: 'has(fields.waived) && fields.waived >= fields.debt',
        text: 'Recovery of the whole overpayment is waived.',
      },
      {
        when: 'has(fields.waived) && fields.waived < fields.debt',
        text: 'Recovery of {{ fields.waived }} of it is waived.',
      },
    ],
    source: '38 U.S.C. § 5302; 38 C.F.R. §§ 1.963, 1.965',
  },
  {
    ...anyIssue,
    name: 'remandOrder',
    version: 2,
    label: 'Remand: introduction',
    place: 'issue',
    dispositions: ['remanded'],
    blocks: [
      {
        text: 'The board regrets the delay, but the evidence is not sufficient to decide the issue, and a duty to assist remains to be met.',
      },
      {
        when: "issue.reasons.exists(r, r in ['agencyRecords', 'privateRecords', 'servicePersonnelRecords', 'serviceTreatmentRecords', 'otherGovernmentRecords'])",
        text: 'Records that may bear on the issue are not in the file. The agency must make reasonable efforts to obtain them.',
      },
      {
        when: "issue.reasons.exists(r, r in ['examinationNeeded', 'noExamination', 'opinionNeeded', 'noOpinion'])",
        text: 'A medical examination or opinion is necessary to decide the claim, and there is none.',
      },
      {
        when: "issue.reasons.exists(r, r in ['inadequateExamination', 'inadequateOpinion'])",
        text: 'Once an examination is provided, it must be adequate. The one of record does not enable the board to make a fully informed decision.',
      },
      {
        when: "'inextricablyIntertwined' in issue.reasons",
        text: 'The issue is inextricably intertwined with another that is remanded, and a decision on it now would be premature.',
      },
      {
        when: 'issue.instructions > 0',
        text: 'The issue is remanded for the following action:',
      },
      {
        when: 'issue.instructions == 0',
        text: 'The issue is remanded.',
      },
    ],
    source: '38 U.S.C. § 5103A; 38 C.F.R. § 20.802',
  },
  {
    ...anyIssue,
    name: 'withdrawnIssue',
    label: 'Withdrawn issue',
    place: 'issue',
    dispositions: ['withdrawn'],
    body: 'The issue was withdrawn in writing before the board had decided it. No allegation of error of fact or law remains, and the board has no power to decide it.',
    source: '38 U.S.C. § 7105; 38 C.F.R. § 20.205',
  },
  {
    ...anyIssue,
    name: 'dismissalByDeath',
    label: 'Dismissal because of death',
    place: 'issue',
    dispositions: ['dismissedDeath'],
    offeredWhen: 'claimant.hasDied',
    body: "The claimant died while the appeal was pending. As a matter of law, a claimant's appeal does not survive death, and it is dismissed. The dismissal does not affect the right of an eligible person to be substituted within one year of the death.",
    source: '38 U.S.C. §§ 5121A, 7104(a); 38 C.F.R. § 20.1302',
  },
  {
    ...anyIssue,
    name: 'order',
    label: 'Order',
    place: 'closing',
    body: 'ORDER',
  },
  {
    ...anyIssue,
    name: 'appealRights',
    version: 2,
    label: 'Rights after this decision',
    place: 'closing',
    blocks: [
      {
        when: "issues.exists(i, i.disposition in ['allowed', 'denied', 'dismissedMatterOfLaw'])",
        text: 'If you disagree with this decision, you may appeal it to the court within 120 days of the day on which it was mailed, ask the board to reconsider it, ask the board to vacate it, or file a supplemental claim with new and relevant evidence.',
      },
      {
        when: "issues.exists(i, i.disposition == 'remanded')",
        text: 'What is remanded is not decided yet, and cannot be appealed to the court. The agency will issue a new decision on it.',
      },
      {
        when: 'claimant.isRepresented',
        text: 'A copy of this decision is sent to your representative, {{ representative.name }}.',
      },
    ],
    mayBeEmpty: true,
    source: '38 U.S.C. §§ 7103, 7266',
  },
]

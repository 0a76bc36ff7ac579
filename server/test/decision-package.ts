import type {
  DecisionPackage,
  PackageBlock,
  PackageCitation,
  PackageDisposition,
  PackageInline,
} from '@portico/contract/decision-package'

type PackageRun = Exclude<PackageInline, { type: 'footnote' }>

const adjudicator = { id: 'mem_1', name: 'Eleanor Whitcombe', kind: 'person' as const }
const hash = (letter: string) => letter.repeat(64)
const text = (words: string, ...marks: ('bold' | 'italic' | 'underline')[]): PackageRun => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks } : {}),
})
const cite = (number: number, label: string): PackageRun => ({ type: 'citation', number, label })

/** What a text may hold beside paragraphs: a table with a caption and one without, and footnotes in every place. */
export const richBlocks: PackageBlock[] = [
  {
    type: 'heading',
    level: 1,
    content: [text('The examinations'), { type: 'footnote', content: [text('In the order of the file.')] }],
  },
  {
    type: 'table',
    caption: 'What each examiner found',
    header: [
      { content: [text('Date')] },
      { content: [text('Examiner', 'bold')] },
      { content: [text('Finding')] },
    ],
    rows: [
      [text('March 1998')],
      [
        text('June 2019'),
        { type: 'footnote' as const, content: [text('Amended in '), cite(3, 'July'), text('.')] },
      ],
    ].map((date, index) => ({
      id: `blk_row${index}`,
      cells: [
        { content: date },
        { content: [text('Dr. Ọ̀ṣun Žilė̃')] },
        { content: [text('Tinnitus, at least as likely as not since service. '), cite(2, 'page 318')] },
      ],
    })),
  },
  {
    type: 'table',
    header: [{ content: [text('Frequency')] }, { content: [] }],
    rows: [{ cells: [{ content: [text('4000 Hz')] }, { content: [text('55 dB')] }] }],
  },
  {
    type: 'list',
    isOrdered: true,
    items: [
      { level: 0, content: [text('One'), { type: 'footnote', content: [text('A note of an item.')] }] },
    ],
  },
  { type: 'quote', content: [text('As quoted'), { type: 'footnote', content: [text('Emphasis added.')] }] },
]

/** A decision of three issues as it is signed: allowed, denied, remanded. */
export function testPackage(changes: Partial<DecisionPackage> = {}): DecisionPackage {
  return {
    format: 'portico.decision/1',
    case: {
      id: 'case_1',
      docketNumber: '240319-100482',
      caseType: 'original',
      veteran: { firstName: 'Margaret', middleName: 'E.', lastName: 'Thornbury' },
      receiptDate: '2024-03-19',
      version: 40,
      hash: hash('a'),
    },
    profile: { name: 'default', label: 'Board of Benefits Appeals' },
    workProduct: {
      id: 'wp_1',
      title: 'Decision',
      version: 4,
      contentSha256: hash('b'),
      draftedBy: { id: 'mem_2', name: 'Tomas Okafor', kind: 'person' },
      draftedAt: '2026-11-02T09:12:00.000Z',
    },
    signature: { by: adjudicator, name: adjudicator.name, at: '2026-11-15T14:03:21.000Z' },
    sections: [
      {
        part: 'opening',
        content: [
          {
            type: 'paragraph',
            content: [
              text(
                'The claimant served on active duty from June 1987 to August 1991. The matter is here on appeal from a ',
              ),
              cite(1, 'rating decision of March 2024'),
              text('.'),
            ],
          },
        ],
      },
      ...dispositions.map(({ issueId, description }) => ({
        part: 'issue' as const,
        issueId,
        heading: description!,
        content: reasons,
      })),
      {
        part: 'closing',
        content: [{ type: 'paragraph', content: [text('The appeal is decided as the order above says.')] }],
      },
    ],
    dispositions: [...dispositions],
    citations: [...citations],
    recipients: [
      {
        partyId: 'party_1',
        role: 'claimant',
        name: 'Margaret E. Thornbury',
        person: { firstName: 'Margaret', middleName: 'E.', lastName: 'Thornbury' },
        representation: {
          representativeId: 'party_2',
          name: 'Veterans Legal Aid, Inc.',
          powerOfAttorney: { start: '2024-03-03', scope: 'all matters' },
        },
      },
      { partyId: 'party_2', role: 'representative', name: 'Veterans Legal Aid, Inc.' },
    ],
    manifest: [],
    warnings: [],
    ...changes,
  }
}

const anchor = (page: number, quote?: string) => ({
  documentId: `doc_${page}`,
  version: 1,
  sha256: hash('c'),
  page,
  ...(quote ? { quote } : {}),
})

const citations: readonly PackageCitation[] = [
  {
    number: 1,
    label: 'rating decision of March 2024',
    anchor: anchor(212, 'Service connection for tinnitus is denied.'),
    documentName: 'Rating decision',
    documentPage: 3,
    status: 'holds',
    issueIds: ['issue_1'],
  },
  {
    number: 2,
    label: 'C&P examination, page 318',
    anchor: anchor(318, 'at least as likely as not'),
    documentName: 'C&P examination',
    documentPage: 2,
    status: 'holds',
    issueIds: ['issue_1', 'issue_2'],
  },
  {
    number: 3,
    label: 'lay statement of June 2024',
    anchor: anchor(401),
    documentName: 'Lay statement',
    documentPage: 1,
    status: 'holds',
    issueIds: ['issue_1'],
  },
]

const reasons: DecisionPackage['sections'][number]['content'] = [
  {
    type: 'paragraph',
    content: [
      text(
        'Service connection may be granted for a disability resulting from disease or injury incurred in service. ',
      ),
      text('38 C.F.R. § 3.303', 'italic'),
      text('. The examiner found it '),
      text('at least as likely as not', 'bold'),
      text(' that the condition began during service ('),
      cite(2, 'C&P examination, page 318'),
      text('), and the claimant’s own account is consistent with the record ('),
      cite(3, 'lay statement of June 2024'),
      text(').'),
    ],
  },
  {
    type: 'quote',
    content: [text('The ringing began after the generator exploded, and it has never stopped since.')],
  },
  { type: 'heading', level: 1, content: [text('Findings of fact')] },
  {
    type: 'list',
    isOrdered: true,
    items: [
      { level: 0, content: [text('The claimant was exposed to acoustic trauma in service:')] },
      { level: 1, content: [text('as a mechanic on the flight line, and')] },
      { level: 1, content: [text('in the accident of May 1990.')] },
      { level: 0, content: [text('The evidence is at least in equipoise.')] },
    ],
  },
  {
    type: 'boilerplate',
    entryId: 'benefit-of-the-doubt',
    version: 2,
    isEdited: false,
    content: [
      {
        type: 'paragraph',
        content: [
          text(
            'When there is an approximate balance of evidence, the benefit of the doubt is given to the claimant.',
          ),
        ],
      },
    ],
  },
]

const decided = (
  number: number,
  description: string,
  disposition: PackageDisposition['disposition'],
  reasons: PackageDisposition['reasons'] = [],
): PackageDisposition => ({
  issueId: `issue_${number}`,
  number,
  issueType: { name: 'serviceConnection', label: 'Service connection' },
  description,
  disposition,
  reasons,
  decidedAt: '2026-11-15T13:40:00.000Z',
  evidence: [1, 2],
})

const dispositions: readonly PackageDisposition[] = [
  decided(1, 'Entitlement to service connection for bilateral tinnitus', {
    name: 'allowed',
    label: 'Allowed',
  }),
  decided(2, 'Entitlement to an evaluation in excess of 30 percent for post-traumatic stress disorder', {
    name: 'denied',
    label: 'Denied',
  }),
  decided(
    3,
    'Entitlement to service connection for a low back disability, to include as secondary to a service-connected right knee disability',
    { name: 'remanded', label: 'Remanded' },
    [
      {
        reason: { name: 'inadequateOpinion', label: 'Medical examination: inadequate opinion' },
        timing: 'beforeCertification',
      },
      { reason: { name: 'privateRecords', label: 'Duty to assist: private records' } },
    ],
  ),
]

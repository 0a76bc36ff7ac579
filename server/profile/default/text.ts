import type { Authorities, Part, TextHeadings } from '@portico/contract/profile/text-parts'
import type { Static } from '@portico/contract/type'

/** What is sent back, or only ends, is decided without findings of fact. */
const decidedOnMerits = ['allowed', 'denied', 'vacated']

/** The structure of published decisions of the Board of Veterans' Appeals. */
export const headings: Static<typeof TextHeadings> = {
  issues: 'The issues',
  order: 'Order',
  sentBack: 'Remanded',
  reasons: 'Reasons and bases for findings and conclusions',
}

/** Nothing is refused: a finding may be of what the file does not have, and no list of patterns knows every authority. */
export const parts: Part[] = [
  { name: 'order', label: 'order', place: 'order' },
  {
    name: 'finding',
    label: 'finding of fact',
    place: 'collected',
    heading: 'Findings of fact',
    headingOfOne: 'Finding of fact',
    isNumbered: true,
    withoutEvidence: 'warned',
    missing: 'warned',
    dispositions: decidedOnMerits,
  },
  {
    name: 'conclusion',
    label: 'conclusion of law',
    place: 'collected',
    heading: 'Conclusions of law',
    headingOfOne: 'Conclusion of law',
    isNumbered: true,
    withoutAuthority: 'warned',
    missing: 'warned',
    dispositions: decidedOnMerits,
  },
  { name: 'reason', label: 'reason', place: 'inPlace' },
]

const reported = (reporter: string) => `{name} v. {name}, {number} ${reporter} {number}[, {pages}]`

/** Published decisions of the Board print no table. */
export const authorities: Authorities = {
  isPrinted: false,
  heading: 'Authorities',
  groups: [
    {
      name: 'precedents',
      label: 'Precedents',
      patterns: [
        `${reported('Vet. App.')} ({year})`,
        `${reported('Vet. App.')} ({court} {year})`,
        `${reported('U.S.')} ({year})`,
        `${reported('S. Ct.')} ({year})`,
        ...['F.2d', 'F.3d', 'F.4th', 'F. Supp.', 'F. Supp. 2d', 'F. Supp. 3d'].map(
          (reporter) => `${reported(reporter)} ({court} {year})`,
        ),
        'In re {name}, {number} F.3d {number}[, {pages}] ({court} {year})',
      ],
    },
    {
      name: 'statutes',
      label: 'Statutes',
      patterns: ['{number} U.S.C.[A.] § {section}', 'Pub. L. [No.] {number}-{number}'],
    },
    {
      name: 'regulations',
      label: 'Regulations',
      patterns: [
        '{number} C.F.R. § {section}',
        '{number} C.F.R. Part {number}',
        '{number} Fed. Reg. {number}[, {pages}]',
      ],
    },
    {
      name: 'rules',
      label: 'Rules of procedure',
      patterns: [
        'Fed. R. Civ. P. {section}',
        'Fed. R. Evid. {section}',
        'Fed. R. App. P. {section}',
        'Vet. App. R. {section}',
      ],
    },
    { name: 'opinions', label: 'Opinions of the General Counsel', patterns: ['VAOPGCPREC {section}'] },
  ],
}

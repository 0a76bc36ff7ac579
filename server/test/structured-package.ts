import type { DecisionPackage, PackageBlock } from '@portico/contract/decision-package'
import { headings, parts } from '../profile/default/text.ts'
import { richBlocks, testPackage } from './decision-package.ts'

const says = (id: string, text: string, part?: string): PackageBlock => ({
  type: 'paragraph',
  id: `blk_${id}`,
  ...(part === undefined ? {} : { part }),
  content: [{ type: 'text', text }],
})

/** A decision whose text has parts of every kind, with a table of its authorities. */
export function structuredPackage(): DecisionPackage {
  const base = testPackage()
  const [table] = richBlocks.filter((block) => block.type === 'table')
  const contents: PackageBlock[][] = [
    [
      says('reason1', 'The reasons of the first.', 'reason'),
      says('order1', 'A rating of 10 percent is granted.', 'order'),
      says('finding1', 'The first finding.', 'finding'),
      { ...table!, id: 'blk_finding2', part: 'finding' },
      says('conclusion1', 'The criteria are met. 38 U.S.C. § 1110.', 'conclusion'),
      says('plain1', 'No part, as ever.'),
    ],
    [
      {
        type: 'heading',
        id: 'blk_heading2',
        part: 'finding',
        level: 1,
        content: [{ type: 'text', text: 'Of the second issue' }],
      },
      says('finding3', 'The third finding.', 'finding'),
      says('conclusion2', 'They are not met. 38 U.S.C. § 1110.', 'conclusion'),
      says('reason2', 'The reasons of the second.', 'reason'),
    ],
    [says('reason3', 'The reasons for the remand.', 'reason')],
  ]
  return {
    ...base,
    sections: base.sections.map((section, index) => {
      const content = contents[index - 1]
      return section.part === 'issue' && content ? { ...section, content } : section
    }),
    structure: {
      headings,
      sentBack: ['issue_3'],
      parts: parts.map(({ name, label, place, heading, headingOfOne, isNumbered }) => ({
        name,
        label,
        place,
        ...(heading === undefined ? {} : { heading }),
        ...(headingOfOne === undefined ? {} : { headingOfOne }),
        ...(isNumbered === undefined ? {} : { isNumbered }),
      })),
    },
    authorities: {
      heading: 'Authorities',
      groups: [
        {
          name: 'statutes',
          label: 'Statutes',
          authorities: [
            {
              text: '38 U.S.C. § 1110',
              places: [
                { issueId: 'issue_1', blockId: 'blk_conclusion1' },
                { issueId: 'issue_2', blockId: 'blk_conclusion2' },
              ],
            },
            { text: '38 U.S.C. § 7104', places: [{}] },
          ],
        },
      ],
    },
  }
}

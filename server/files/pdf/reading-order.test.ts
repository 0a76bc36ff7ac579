import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inReadingOrder, type Line, type Placed } from './reading-order.ts'

const letterWidth = 5
const pitch = 14

/** A line at a row, each text beginning at its x. */
function row(number: number, ...parts: [x: number, text: string][]): Line<Placed> {
  return parts.flatMap(([x, text]) => {
    let left = x
    return text.split(' ').map((word) => {
      const box = {
        left,
        right: left + word.length * letterWidth,
        top: number * pitch,
        bottom: number * pitch + 12,
      }
      left = box.right + letterWidth
      return { text: word, ...box }
    })
  })
}

function read(lines: Line<Placed>[]): string[] {
  return inReadingOrder(lines).map((line) => line.map(({ text }) => text).join(' '))
}

const left = [
  'The veteran served in the Army from',
  'june of 1968 until he was discharged',
  'in march of 1971, and he contends',
  'that his hearing loss began while he',
  'was near the guns of his battery in',
  'the spring of that year.',
]
const right = [
  'An examiner found in 2019 that the',
  'hearing loss was as likely as not the',
  'result of noise in service. The board',
  'finds this opinion to be of great',
  'weight, since it rests on the whole',
  'of the record.',
]
const interleaved = (from = 0, x: [number, number] = [50, 320]) =>
  left.map((text, index) => row(from + index, [x[0], text], [x[1], right[index]!]))

describe('the reading order', () => {
  it('has the left column wholly before the right one', () => {
    assert.deepEqual(read(interleaved()), [...left, ...right])
  })

  it('leaves lines over both columns where they are', () => {
    const title = 'Decision of the Board on the appeal of the veteran in this matter'
    const footer = 'This decision is final unless it is appealed to the Court of Appeals'
    const lines = [row(0, [60, title]), ...interleaved(1), row(7, [60, footer]), ...interleaved(8)]
    assert.deepEqual(read(lines), [title, ...left, ...right, footer, ...left, ...right])
  })

  it('leaves a header and a footer out of the columns, though they have parts on both sides', () => {
    const header = row(0, [50, 'Board of Appeals'], [480, 'Docket 12-345'])
    const footer = row(14, [50, 'Page 3 of 10'])
    assert.deepEqual(read([header, ...interleaved(4), footer]), [
      'Board of Appeals Docket 12-345',
      ...left,
      ...right,
      'Page 3 of 10',
    ])
  })

  it('puts columns in order whose lines are not level, as they are drawn in turns', () => {
    const lines = left.flatMap((text, index) => [
      row(index, [50, text]),
      row(index + 0.4, [320, right[index]!]),
    ])
    assert.deepEqual(read(lines), [...left, ...right])
  })

  it('puts three columns in order', () => {
    const third = right.map((text) => text.toLowerCase())
    const lines = left.map((text, index) =>
      row(index, [20, text], [240, right[index]!], [460, third[index]!]),
    )
    assert.deepEqual(read(lines), [...left, ...right, ...third])
  })

  it('changes nothing where columns are drawn one after the other', () => {
    const lines = [
      ...left.map((text, index) => row(index, [50, text])),
      ...right.map((text, index) => row(index, [320, text])),
    ]
    assert.deepEqual(read(lines), [...left, ...right])
  })

  const untouched: [string, Line<Placed>[]][] = [
    [
      'a form',
      [
        ['Name of the veteran:', 'Ada King Byron of the county'],
        ['Date of entry on duty:', 'June 3, 1968'],
        ['Branch of service:', 'Army, field artillery'],
        ['Place of separation:', 'Fort Dix, New Jersey'],
        ['Character of service:', 'honorable, under conditions stated'],
        ['Reason for separation:', 'expiration of the term of service'],
      ].map(([label, value], index) => row(index, [50, label!], [320, value!])),
    ],
    [
      'a table of numbers',
      Array.from({ length: 8 }, (_, index) =>
        row(index, [50, `${500 * (index + 1)}`], [200, `${20 + index}`], [350, `${30 + index}`]),
      ),
    ],
    [
      'a table with a line of text for each row',
      Array.from({ length: 8 }, (_, index) =>
        row(
          index,
          [50, `0${index + 1}/12/2019`],
          [160, `Seen in the clinic for ringing in both ears, visit ${index}`],
        ),
      ),
    ],
    [
      'a table with wrapped cells on both sides',
      Array.from({ length: 5 }, (_, index) => [
        row(index * 2, [50, 'Does the condition that was found'], [320, 'Yes, it does, as the veteran said']),
        row(
          index * 2 + 1,
          [50, 'affect his work, and how much so?'],
          [320, 'when he was asked about his work.'],
        ),
      ]).flat(),
    ],
    ['running text', left.map((text, index) => row(index, [50, `${text} ${right[index]}`]))],
    ['columns of too few lines', interleaved().slice(0, 3)],
    ['nothing', []],
  ]
  for (const [what, lines] of untouched) {
    it(`leaves ${what} as it is`, () => {
      assert.deepEqual(
        read(lines),
        lines.map((line) => line.map(({ text }) => text).join(' ')),
      )
    })
  }

  it('has the right column first where the text runs from right to left', () => {
    const hebrew = [
      'מערער שירת בצבא',
      'משנת אלף תשע מאות',
      'ושישים ושמונה עד',
      'שוחרר בכבוד לביתו',
      'בחודש מרץ באותה שנה',
    ]
    const arabic = [
      'خدم المدعي في الجيش',
      'من سنة ألف وتسعمئة',
      'وثمان وستين إلى أن',
      'سرح بشرف إلى بيته',
      'في شهر آذار من العام',
    ]
    const lines = hebrew.map((text, index) => row(index, [320, text], [50, arabic[index]!]))
    assert.deepEqual(read(lines), [...hebrew, ...arabic])
  })
})

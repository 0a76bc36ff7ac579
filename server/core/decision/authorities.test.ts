import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Authorities } from '@portico/contract/profile/text-parts'
import { authorities } from '../../profile/default/text.ts'
import { authoritiesIn, createRecogniser, listAuthorities, textsIn, type Worded } from './authorities.ts'
import { faultOfPattern } from './authority-pattern.ts'

const named = (text: string, by: Authorities = authorities) => authoritiesIn(text, by).map(({ text }) => text)

/** Citations as published decisions have them, with what is listed. */
const vectors: readonly [text: string, ...listed: string[]][] = [
  [
    '38 U.S.C. §§ 1110, 5107(b); 38 C.F.R. § 3.303(d).',
    '38 U.S.C. § 1110',
    '38 U.S.C. § 5107(b)',
    '38 C.F.R. § 3.303(d)',
  ],
  ['Gilbert v. Derwinski, 1 Vet. App. 49 (1990).', 'Gilbert v. Derwinski, 1 Vet. App. 49 (1990)'],
  ['See Gilbert v. Derwinski, 1 Vet.App. 49, 53-54 (1990)', 'Gilbert v. Derwinski, 1 Vet. App. 49 (1990)'],
  ['Fed. R. Civ. P. 6(a)', 'Fed. R. Civ. P. 6(a)'],
  [
    '38 U.S.C.A. § 5108 (West 2002 & Supp. 2007); 38 C.F.R. § 3.156(a) (2007).',
    '38 U.S.C. § 5108',
    '38 C.F.R. § 3.156(a)',
  ],
  [
    '38 U.S.C.A. §§ 1110, 5103, 5103A, 5107 (West 2002)',
    '38 U.S.C. § 1110',
    '38 U.S.C. § 5103',
    '38 U.S.C. § 5103A',
    '38 U.S.C. § 5107',
  ],
  [
    '38 C.F.R. §§ 4.40, 4.45, 4.59, 4.71a, Diagnostic Code 5237 (2015)',
    '38 C.F.R. § 4.40',
    '38 C.F.R. § 4.45',
    '38 C.F.R. § 4.59',
    '38 C.F.R. § 4.71a',
  ],
  [
    '38 C.F.R. §§ 3.102, 3.156(a), 3.159 and 3.326(a).',
    '38 C.F.R. § 3.102',
    '38 C.F.R. § 3.156(a)',
    '38 C.F.R. § 3.159',
    '38 C.F.R. § 3.326(a)',
  ],
  ['38 U.S.C.A. § 7107(a)(2) (West 2014)', '38 U.S.C. § 7107(a)(2)'],
  ['pursuant to 38 C.F.R. § 20.900(c) (2015).', '38 C.F.R. § 20.900(c)'],
  ['38 CFR 3.303', '38 C.F.R. § 3.303'],
  ['38 C. F. R. § 3.304 (f) and', '38 C.F.R. § 3.304(f)'],
  ['38\u00a0C.F.R.\u00a0§\u00a03.310(b)', '38 C.F.R. § 3.310(b)'],
  ['38 C.F.R.§3.307(a)(6)(iii)', '38 C.F.R. § 3.307(a)(6)(iii)'],
  ['38 C.F.R. Sections 3.102 and 3.159', '38 C.F.R. § 3.102', '38 C.F.R. § 3.159'],
  ['38 C.F.R. Sec. 3.385', '38 C.F.R. § 3.385'],
  ['38 U.S.C. sec. 1154(a)', '38 U.S.C. § 1154(a)'],
  ['42 U.S.C. § 2000e-5(b)', '42 U.S.C. § 2000e-5(b)'],
  ['38 C.F.R. Part 4', '38 C.F.R. Part 4'],
  ['38 U.S.C. §§ 1110, 38 C.F.R. § 3.303', '38 U.S.C. § 1110', '38 C.F.R. § 3.303'],
  [
    'Barnett v. Brown, 8 Vet.App. 1, 4 (1995), aff’d 83 F.3d 1380 (Fed. Cir. 1996)',
    'Barnett v. Brown, 8 Vet. App. 1 (1995)',
  ],
  ['see also McGinnis v. Brown, 4 Vet.App. 239, 244 (1993).', 'McGinnis v. Brown, 4 Vet. App. 239 (1993)'],
  ['AB v. Brown, 6 Vet. App. 35, 38 (1993).', 'AB v. Brown, 6 Vet. App. 35 (1993)'],
  ['Hodge v. West, 155 F.3d 1356, 1363 (Fed. Cir. 1998)', 'Hodge v. West, 155 F.3d 1356 (Fed. Cir. 1998)'],
  [
    'Shedden v. Principi, 381 F. 3d 1163 (Fed.Cir. 2004)',
    'Shedden v. Principi, 381 F.3d 1163 (Fed. Cir. 2004)',
  ],
  [
    'Walker v. Shinseki, 708 F.3d 1331 (Fed. Cir. 2013); Jandreau v. Nicholson, 492 F.3d 1372, 1377 (Fed. Cir. 2007)',
    'Walker v. Shinseki, 708 F.3d 1331 (Fed. Cir. 2013)',
    'Jandreau v. Nicholson, 492 F.3d 1372 (Fed. Cir. 2007)',
  ],
  [
    'Motor Vehicle Mfrs. Ass’n v. State Farm Mut. Auto. Ins. Co., 463 U.S. 29, 43 (1983)',
    "Motor Vehicle Mfrs. Ass'n v. State Farm Mut. Auto. Ins. Co., 463 U.S. 29 (1983)",
  ],
  ['Brown v. Gardner, 513 U.S. 115 (1994)', 'Brown v. Gardner, 513 U.S. 115 (1994)'],
  ['GILBERT V. DERWINSKI, 1 VET. APP. 49 (1990)', 'GILBERT v. DERWINSKI, 1 Vet. App. 49 (1990)'],
  [
    'He served in Vietnam. Gilbert v. Derwinski, 1 Vet. App. 49 (1990)',
    'Gilbert v. Derwinski, 1 Vet. App. 49 (1990)',
  ],
  [
    "Veterans Justice Grp., LLC v. Sec'y of Veterans Affairs, 818 F.3d 1336 (Fed. Cir. 2016)",
    "Veterans Justice Grp., LLC v. Sec'y of Veterans Affairs, 818 F.3d 1336 (Fed. Cir. 2016)",
  ],
  ['VAOPGCPREC 3-2003', 'VAOPGCPREC 3-2003'],
  ['Pub. L. No. 110-389, § 212, 122 Stat. 4145', 'Pub. L. 110-389'],
  ['79 Fed. Reg. 57,660, 57,698 (Sept. 25, 2014)', '79 Fed. Reg. 57,660'],
  ['Fed. R. Evid. 702', 'Fed. R. Evid. 702'],
  ['38 U.S.C. § 5107(b). Section 5 of the form', '38 U.S.C. § 5107(b)'],
  ['38 C.F.R. § 3.303 and 3 examinations', '38 C.F.R. § 3.303'],
  ['38 C.F.R. § 3.303, and 2 of the 4 records', '38 C.F.R. § 3.303'],
  // Nothing of these is one.
  ['§ 3.303'],
  ['138 C.F.R.'],
  ['38usc'],
  ['Id. at 53'],
  ['Gilbert, 1 Vet. App. at 53'],
  ['the veteran v. the agency, 1 Vet. App. 49 (1990)'],
  ['Gilbert v. Derwinski, 1 Vet. App. 49'],
  ['Docket No. 38 U.S. Air Force'],
  ['on page 38 of the C.F.R. volume'],
  ['$38 U.S.C. § 1110'],
  ['Diagnostic Code 5237'],
]

describe('authorities in a text', () => {
  for (const [text, ...listed] of vectors)
    it(`${listed.length === 0 ? 'are not in' : 'are in'}: ${text}`, () =>
      assert.deepEqual(named(text), listed))

  it('are recognised across marks, in footnotes, lists and tables, and not across a citation of the file', () => {
    const run = (text: string) => ({ type: 'text', text })
    const blocks: Worded[] = [
      {
        type: 'paragraph',
        content: [
          run('See '),
          { type: 'text', text: 'Gilbert v. Derwinski' },
          run(', 1 Vet. App.'),
          { type: 'lineBreak' },
          run('49'),
          { type: 'footnote', content: [run('38 U.S.C. '), run('§ 7104(d)(1).')] },
          run(' (1990). 38 U.S.C. '),
          { type: 'citation' },
          run(' § 1110'),
        ],
      },
      { type: 'list', items: [{ content: [run('38 C.F.R. § 3.102')] }] },
      {
        type: 'table',
        caption: 'Under 38 C.F.R. § 4.85',
        header: [{ content: [run('38 C.F.R. § 4.86')] }],
        rows: [{ cells: [{ content: [run('38 C.F.R. § 4.87')] }] }],
      },
    ]
    assert.deepEqual(
      blocks.flatMap(textsIn).flatMap((text) => named(text)),
      [
        'Gilbert v. Derwinski, 1 Vet. App. 49 (1990)',
        '38 U.S.C. § 7104(d)(1)',
        '38 C.F.R. § 3.102',
        '38 C.F.R. § 4.85',
        '38 C.F.R. § 4.86',
        '38 C.F.R. § 4.87',
      ],
    )
  })

  it('are listed once each, by group and number, with the blocks that name them', () => {
    const says = (blockId: string, text: string) => ({
      place: { issueId: 'issue_1', blockId },
      content: [{ type: 'paragraph' as const, content: [{ type: 'text', text }] }],
    })
    const listed = listAuthorities(
      [
        says('blk_1', '38 C.F.R. § 4.10; 38 C.F.R. § 4.9; 38 U.S.C. § 1110; 38 CFR 4.9'),
        says('blk_2', '38 C.F.R. § 4.9'),
      ],
      authorities,
    )
    assert.deepEqual(
      listed?.groups.map(({ name, authorities }) => [
        name,
        authorities.map(({ text, places }) => [text, places.map(({ blockId }) => blockId)]),
      ]),
      [
        ['statutes', [['38 U.S.C. § 1110', ['blk_1']]]],
        [
          'regulations',
          [
            ['38 C.F.R. § 4.9', ['blk_1', 'blk_2']],
            ['38 C.F.R. § 4.10', ['blk_1']],
          ],
        ],
      ],
    )
    assert.equal(listed?.heading, undefined)
    assert.equal(listAuthorities([says('blk_1', 'none')], authorities), undefined)
    assert.equal(listAuthorities([says('blk_1', '38 U.S.C. § 1110')], undefined), undefined)
  })

  it('are found behind any amount of what nearly is one', () => {
    const law = '38 U.S.C. § 1110'
    for (const nearly of [
      'A ',
      'A v. B, 1 Vet. App. ',
      'A of the & ',
      '38 C.F.R. §§ 1, ',
      '38 U.S.C. § 1(a)(b)(',
      '1,111,',
      '((((',
      'v. v. ',
    ]) {
      const found = named(`${nearly.repeat(20_000 / nearly.length)}. ${law}; ${law}`)
      assert.equal(found.at(-1), law, nearly)
    }
  })
})

describe('a pattern of authorities', () => {
  it('is refused where it would recognise anything, or cannot be read', () => {
    const faults: readonly [string, RegExp][] = [
      ['{number}', /at least 2 letters/],
      ['§ {section}', /at least 2 letters/],
      ['{number} [U.S.C.] {section}', /at least 2 letters/],
      ['{nmae} v. {name}, U.S.', /did you mean \{name\}\?/],
      ['{__proto__} v. {name}, U.S.', /has \{__proto__\}: it must be one of/],
      ['{number U.S.C.', /has \{ without/],
      ['U.S.C. {number}}', /has \} without/],
      ['U.S.C. [A [B]]', /has \[ without/],
      ['[The] U.S.C. {section}', /must not begin/],
      ['{number} U.S.C. {section} {section}', /at most once/],
      ['{number} U.S.C. [{section}]', /between \[ and \]/],
      ['U.S.C. []', /nothing between/],
      ['(a+)+bc', /must begin/],
      ['^abc$', /must begin/],
    ]
    for (const [pattern, expected] of faults) assert.match(faultOfPattern(pattern) ?? '', expected, pattern)
    for (const { patterns } of authorities.groups)
      for (const pattern of patterns) assert.equal(faultOfPattern(pattern), undefined, pattern)
  })

  it('has no character that is more than itself, whatever it is elsewhere', () => {
    const by = (pattern: string): Authorities => ({
      isPrinted: false,
      groups: [{ name: 'other', label: 'Other', patterns: [pattern] }],
    })
    for (const pattern of ['ab(c+)+d', 'ab.*', 'ab|cd', 'ab\\d', 'ab$', 'ab(?=c)']) {
      assert.equal(faultOfPattern(pattern), undefined)
      assert.deepEqual(named(pattern, by(pattern)), [pattern])
      assert.deepEqual(named('aaaaaaaab abxyz cd ab1', by(pattern)), [])
    }
  })

  it('is not looked for beyond a million characters, so that a text cannot keep a request waiting', () => {
    const law = '38 U.S.C. § 1110.'
    const recognise = createRecogniser(authorities, 100)
    assert.equal(recognise(law).length, 1)
    assert.equal(recognise('A '.repeat(30)).length, 0)
    assert.equal(recognise(law).length, 1)
    assert.equal(recognise(law).length, 0)
  })
})

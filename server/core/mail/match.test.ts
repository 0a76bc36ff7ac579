import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAddressOf, isNameOf } from './agreement.ts'
import { type KnownMatches, matchPiece } from './match.ts'
import { docketMentions, lastNamesIn, type PieceWords } from './references.ts'

const nothing: KnownMatches = { byId: [], byAlias: [], byDocketNumber: [], parties: [], hasEveryParty: true }
const one = { caseId: 'case_1', docketNumber: '240319-100482', isClosed: false }
const other = { caseId: 'case_2', docketNumber: '250101-7', isClosed: false }
const maria = {
  person: { firstName: 'Maria', middleName: 'Elena', lastName: 'Lindqvist' },
  contact: {
    addresses: [{ lines: ['12 Harbor Street'], city: 'Salem', postalCode: '97301' }],
    emails: ['maria@example.org'],
    phones: ['+1 503 555 0140'],
  },
}
const byPost = { name: 'Maria Lindqvist', address: '12 Harbor Street, Salem 97301' }

const judged = (piece: Partial<PieceWords>, known: Partial<KnownMatches>) => {
  const words = { sender: {}, ...piece }
  return matchPiece(words, docketMentions(words), { ...nothing, ...known })
}
const found = (piece: Partial<PieceWords>, known: Partial<KnownMatches>) => {
  const verdict = judged(piece, known)
  return verdict.caseId === undefined ? verdict.why : verdict.caseId
}

describe('docket numbers in a piece', () => {
  it('are found with any dash, each once, where they stand first', () => {
    const mentions = docketMentions({
      case: { docketNumber: 'D-77' },
      subject: 'Re: 240319–100482 and 240319 - 100482',
      text: 'As I said about 250101-7, and (240319-100482).',
      sender: { name: 'Docket 251231-9' },
    })
    assert.deepEqual(
      mentions.map(({ number, where }) => `${where} ${number}`),
      ['reference D-77', 'subject 240319-100482', 'text 250101-7', 'sender 251231-9'],
    )
  })

  it('are no part of a longer number, and begin with a date', () => {
    const text = '1240319-5 240319-5-6 x240319-5 240319-5x 241319-5 240332-5 503555-0140 240319-1234567890123'
    assert.deepEqual(docketMentions({ text, sender: {} }), [])
  })
})

describe('a sender and a party', () => {
  it('have the same name but for accents, titles and the middle name', () => {
    for (const name of ['maria lindqvist', 'LINDQVIST, Maria', 'Ms. María Lindqvist', 'Maria E. Lindqvist'])
      assert.ok(isNameOf(name, maria), name)
    for (const name of [
      'Maria',
      'Lindqvist',
      'Mario Lindqvist',
      'Maria Lindqvist Jr.',
      'Maria X. Lindqvist',
      '',
    ])
      assert.ok(!isNameOf(name, maria), name)
    assert.ok(isNameOf('Veterans’ Legal Aid', { organization: "Veterans' Legal Aid" }))
  })

  it('have the same address, of whatever channel', () => {
    for (const address of ['MARIA@example.org', '(503) 555-0140', '12 harbor street; Salem, OR 97301 USA'])
      assert.ok(isAddressOf(address, maria.contact), address)
    for (const address of [
      'maria@example.com',
      '555-0140',
      '12 Harbor Street, Salem',
      '112 Harbor Street 97301',
    ])
      assert.ok(!isAddressOf(address, maria.contact), address)
  })

  it('is looked for by what may be the last name', () => {
    assert.deepEqual(lastNamesIn('Lindqvist, Maria'), ['Lindqvist'])
    assert.deepEqual(lastNamesIn('Ana de la Cruz'), ['Cruz', 'la Cruz', 'de la Cruz'])
    assert.deepEqual(lastNamesIn('Cher'), ['Cher'])
  })
})

describe('a piece belongs', () => {
  it('to the case that it names, whoever has sent it', () => {
    const alias = { ...other, source: 'vacols', externalId: '4711' }
    const parties = [{ ...other, ...maria }]
    assert.equal(found({ case: { caseId: 'case_1' }, sender: byPost }, { byId: [one], parties }), 'case_1')
    assert.equal(found({ case: { aliases: [alias] } }, { byAlias: [alias] }), 'case_2')
    assert.equal(found({ case: { docketNumber: one.docketNumber } }, { byDocketNumber: [one] }), 'case_1')
    assert.match(
      found({ case: { caseId: 'case_1', aliases: [alias] } }, { byId: [one], byAlias: [alias] }),
      /several/,
    )
    assert.match(
      found({ case: { caseId: 'none' }, subject: '240319-100482' }, { byDocketNumber: [one] }),
      /No case/,
    )
  })

  it('to the case whose docket number is written there, unless the sender is known from another', () => {
    const subject = 'About 240319-100482'
    assert.equal(found({ subject }, { byDocketNumber: [one] }), 'case_1')
    assert.equal(
      found({ text: subject, sender: { name: 'A stranger' } }, { byDocketNumber: [one] }),
      'case_1',
    )
    const both = { subject: `${subject} and 250101-7` }
    assert.match(found(both, { byDocketNumber: [one, other] }), /several cases/)
    const parties = [{ ...other, ...maria }]
    assert.match(found({ subject, sender: byPost }, { byDocketNumber: [one], parties }), /another case/)
    const closed = { ...one, caseId: 'case_0', isClosed: true }
    assert.equal(found({ subject }, { byDocketNumber: [closed, one] }), 'case_1')
    assert.equal(found({ subject }, { byDocketNumber: [closed] }), 'case_0')
  })

  it('to the only case with a party of that name and address, and never by the name alone', () => {
    const parties = [{ ...one, ...maria }]
    const verdict = judged({ sender: byPost }, { parties })
    assert.equal(verdict.caseId, 'case_1')
    assert.deepEqual(
      verdict.candidates[0]?.reasons.map(({ by }) => by),
      ['name', 'address'],
    )
    const byName = judged({ sender: { name: byPost.name } }, { parties })
    assert.equal(byName.caseId, undefined)
    assert.deepEqual(byName.candidates, [
      { ...one, reasons: [{ by: 'name', where: 'sender', value: byPost.name }] },
    ])
    assert.match(
      found({ sender: { address: 'maria@example.org' } }, { parties }),
      /Only the name or the address/,
    )
    assert.match(found({ sender: byPost }, { parties: [...parties, { ...other, ...maria }] }), /several/)
    const closed = { ...other, isClosed: true, ...maria }
    assert.equal(found({ sender: byPost }, { parties: [...parties, closed] }), 'case_1')
    assert.match(found({ sender: byPost }, { parties, hasEveryParty: false }), /several/)
    const apart = [
      { ...one, person: maria.person },
      { ...one, contact: maria.contact },
    ]
    assert.match(found({ sender: byPost }, { parties: apart }), /Only the name or the address/)
  })

  it('to nobody, where nothing says so', () => {
    assert.match(found({ sender: { name: 'Nobody' } }, {}), /^Nothing/)
  })
})

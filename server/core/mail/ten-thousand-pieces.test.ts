import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Contact } from '@portico/contract/parties'
import { defaultProfile } from '../../profile/default.ts'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { bob, callBy } from '../../test/given.ts'
import { sized } from '../../test/size.ts'
import { caseFile } from '../file/case-file.ts'
import { Refusal } from '../kernel/decider.ts'
import type { MailCondition } from '../work/mail.ts'
import type { WorkState } from '../work/state.ts'
import { work } from '../work/work.ts'
import { type KnownMatches, matchPiece } from './match.ts'
import { docketMentions, lastNamesIn, type PieceWords } from './references.ts'
import { type PastRouting, reroute } from './replay.ts'

const pieceCount = sized(10_000, 3000)
const caseCount = 80

type Person = { firstName: string; lastName: string; contact: Contact }
type Known = {
  caseId: string
  docketNumber: string
  isClosed: boolean
  externalId: string
  parties: Person[]
}

/** A seeded series, the same on every machine. */
function series(seed: number) {
  let state = seed
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    of: <One>(all: readonly One[]) => all[below(all.length)] as One,
    is: (share: number) => next() < share,
  }
}

const random = series(20261116)

const people: Person[] = Array.from({ length: 50 }, (_, index) => ({
  firstName: random.of(['Maria', 'John', 'Ada', 'Zoë', 'Lee']),
  lastName: random.of(['Lindqvist', 'Okafor', 'de la Cruz', 'Nguyen', 'O’Hara', 'Byron']),
  contact: {
    addresses: [{ lines: [`${index + 10} Harbor Street`], city: 'Salem', postalCode: `97${300 + index}` }],
    emails: [`person${index}@example.org`],
    phones: [`+1 503 555 ${String(1000 + index)}`],
  },
}))

const cases: Known[] = Array.from({ length: caseCount }, (_, index) => ({
  caseId: `case_${String(index).padStart(3, '0')}`,
  // Every tenth continues the one before under its number.
  docketNumber: `2403${String(1 + (Math.floor(index / 10) % 28)).padStart(2, '0')}-${index % 10 === 9 ? index - 1 : index}`,
  isClosed: index % 10 === 8 || random.is(0.1),
  externalId: `X${index}`,
  parties: [random.of(people), random.of(people)],
}))

function somePiece(): PieceWords {
  const known = random.of(cases)
  const other = random.of(cases)
  const [party] = known.parties as [Person, Person]
  const spelled = random.of(['-', '–', ' - ', '‑'])
  const number = ({ docketNumber }: Known) => docketNumber.replace('-', spelled)
  const references: (PieceWords['case'] | undefined)[] = [
    { caseId: known.caseId },
    { aliases: [{ source: 'court', externalId: known.externalId }] },
    { docketNumber: known.docketNumber },
    { docketNumber: '991231-1' },
    { caseId: known.caseId, aliases: [{ source: 'court', externalId: other.externalId }] },
  ]
  const words = [
    `Appeal ${number(known)}`,
    `${number(known)}, see also ${number(other)}`,
    `Call 503555-${number(known)}`,
    `Reference ${number(known)}a`,
    'Withdrawal',
  ]
  const { firstName, lastName, contact } = random.is(0.8) ? party : random.of(people)
  const name = random.of([
    `${firstName} ${lastName}`,
    `${lastName}, ${firstName}`,
    `${firstName.toUpperCase()} ${lastName}`,
    `${firstName} Q. ${lastName}`,
  ])
  const [address] = contact.addresses ?? []
  const at = random.of([
    `${address?.lines[0]}, Salem ${address?.postalCode}`,
    contact.emails?.[0]?.toUpperCase(),
    contact.phones?.[0]?.replace('+1 ', ''),
    'General Delivery, Salem',
  ])
  return {
    sender: { ...(random.is(0.8) ? { name } : {}), ...(random.is(0.6) ? { address: at } : {}) },
    ...(random.is(0.25) ? { case: random.of(references) } : {}),
    ...(random.is(0.5) ? { subject: random.of(words) } : {}),
    ...(random.is(0.2) ? { text: `I write about ${random.of(words)}.` } : {}),
  }
}

/** What the tables would answer: as `findMentioned` asks them. */
function lookUp(piece: PieceWords): KnownMatches {
  const numbers = docketMentions(piece).map(({ number }) => number)
  const { name = '', address = '' } = piece.sender
  const lastNames = lastNamesIn(name).map((word) => word.toLowerCase())
  const isAsked = ({ lastName, contact: { emails = [], phones = [] } }: Person) =>
    lastNames.includes(lastName.toLowerCase()) ||
    emails.includes(address.toLowerCase()) ||
    phones.includes(address)
  return {
    byId: cases.filter(({ caseId }) => caseId === piece.case?.caseId),
    byAlias: cases
      .filter(({ externalId }) => piece.case?.aliases?.some((alias) => alias.externalId === externalId))
      .map((known) => ({ ...known, source: 'court' })),
    byDocketNumber: cases.filter(({ docketNumber }) => numbers.includes(docketNumber)),
    parties: cases.flatMap((known) =>
      known.parties.filter(isAsked).map(({ firstName, lastName, contact }) => ({
        ...known,
        person: { firstName, lastName },
        contact,
      })),
    ),
    hasEveryParty: true,
  }
}

const isWord = (sign: string | undefined) => sign !== undefined && sign.toLowerCase() !== sign.toUpperCase()
const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9'
const plain = (text: string) =>
  [...text.normalize('NFD')].filter((sign) => sign < '\u0300' || sign > '\u036f').join('')
const letters = (words: string) =>
  [...plain(words).toLowerCase()].filter((sign) => isWord(sign) || isDigit(sign)).join('')
const digits = (words: string) => [...words].filter(isDigit).join('')

/** What somebody would compare of a person, written down once. */
const cards = new Map(
  people.map((person) => {
    const { firstName, lastName, contact } = person
    const [place] = contact.addresses ?? []
    const names = [letters(firstName + lastName), letters(lastName + firstName)]
    const home = letters(`${place?.lines[0]}${place?.city}${place?.postalCode}`)
    const phone = digits(contact.phones?.[0] ?? '').slice(1)
    return [person, { names, home, phone, email: contact.emails?.[0] }]
  }),
)

/**
 * The same by going through every case and asking of each, in the words of the rule: character by character, without a
 * pattern, a look-up or anything else of what is tested.
 */
function readByHand({ case: said, subject = '', text = '', sender }: PieceWords): string | undefined {
  const ids = (some: Known[]) => [...new Set(some.map(({ caseId }) => caseId))]
  const open = (some: Known[]) =>
    some.some((known) => !known.isClosed) ? some.filter((known) => !known.isClosed) : some
  /** Of cases that share a number, the closed ones count only if all are. */
  const living = (some: Known[]) =>
    some.filter(
      (known) =>
        !known.isClosed || some.every((two) => two.docketNumber !== known.docketNumber || two.isClosed),
    )
  if (said) {
    const named = [
      ...cases.filter(({ caseId }) => caseId === said.caseId),
      ...cases.filter(({ externalId }) => said.aliases?.[0]?.externalId === externalId),
      ...living(cases.filter(({ docketNumber }) => docketNumber === said.docketNumber)),
    ]
    return ids(named).length === 1 ? named[0]?.caseId : undefined
  }

  let written = ''
  for (const sign of `${subject} | ${text}`) written += '-‐‑‒–—−'.includes(sign) ? '-' : sign
  written = written.split(' - ').join('-')
  const stands = (number: string) => {
    for (let at = written.indexOf(number); at >= 0; at = written.indexOf(number, at + 1)) {
      const before = written[at - 1]
      const behind = written[at + number.length]
      const isApart = !isWord(before) && !isDigit(before) && before !== '-'
      const goesOn =
        isWord(behind) || isDigit(behind) || (behind === '-' && isDigit(written[at + number.length + 1]))
      if (isApart && !goesOn) return true
    }
    return false
  }

  const name = letters(sender.name ?? '')
  const address = sender.address ?? ''
  const there = { letters: letters(address), digits: digits(address), email: address.toLowerCase() }
  const isSender = (person: Person) => {
    const { names = [], home, phone, email } = cards.get(person) ?? {}
    const isPhone = there.letters === there.digits && there.digits === phone
    return names.includes(name) && (there.email === email || isPhone || there.letters === home)
  }
  const senders = cases.filter(({ parties }) => parties.some(isSender))
  const [one, ...others] = ids(living(cases.filter(({ docketNumber }) => stands(docketNumber))))
  if (one !== undefined) {
    const isContradicted = senders.length > 0 && !ids(senders).includes(one)
    return others.length === 0 && !isContradicted ? one : undefined
  }
  const known = ids(open(senders))
  return known.length === 1 ? known[0] : undefined
}

/** The table of the domain, as it is written there: type, team, whether it blocks distribution, whether a closed case takes it. */
const table = `
change of address | hearings if pending, else case support | no | no
motion to advance on docket | expedite | no | yes
withdrawal of appeal | intake review | no | no
court correspondence | court remand support | no | yes
clear-error related | litigation | no | yes
congressional interest | litigation | yes | yes
controlled correspondence | litigation | no | yes
death certificate | case support | no | no
docket switch | clerk | yes | no
evidence or argument | case support after dispatch, else mail intake | no | no
extension request | case support | yes | no
freedom-of-information request | privacy | yes | yes
hearing related | hearings if pending, else case support | yes | no
hearing postponement request | hearings | no | no
hearing withdrawal request | hearings | no | no
motion for reconsideration | litigation | no | yes
motion to vacate | litigation | no | yes
other motion | litigation | no | yes
representation change (power of attorney) | hearings if pending, else case support | yes | no
privacy act request | privacy | yes | yes
privacy complaint | privacy | yes | yes
returned or undeliverable | dispatch if closed, hearings if pending, else the last person | no | yes
status inquiry | litigation | no | yes`

const conditions = ['sessionPending', 'caseClosed', 'dispatched'] as const

type Place = { holder: string; isUnderDistribution: boolean } | 'refused'

function readTable(label: string, held: readonly MailCondition[], of = table): Place {
  const rows = of
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string, string])
  const [, teams, blocks, closed] = rows.find(([type]) => type === label.toLowerCase()) ?? assert.fail(label)
  if (held.includes('caseClosed') && closed === 'no') return 'refused'
  const conditions: Record<string, MailCondition> = {
    'if pending': 'sessionPending',
    'if closed': 'caseClosed',
    'after dispatch': 'dispatched',
  }
  for (const clause of teams.split(', ')) {
    const [ending, condition] = Object.entries(conditions).find(([words]) => clause.endsWith(words)) ?? [
      '',
      undefined,
    ]
    if (condition !== undefined && !held.includes(condition)) continue
    const team = clause
      .replace(/^else /, '')
      .replace(ending, '')
      .trim()
    const holder =
      team === 'the last person'
        ? bob.id
        : team.replaceAll(/ (\w)/g, (_, first: string) => first.toUpperCase())
    return { holder, isUnderDistribution: blocks === 'yes' && !held.includes('caseClosed') }
  }
  return assert.fail(label)
}

describe(`${pieceCount.toLocaleString('en-US')} pieces of mail`, () => {
  const inWork = caseInWork()
  inWork.run(caseFile, opening)
  inWork.run(work, {
    type: 'docket',
    caseId: 'case_1',
    docket: 'directReview',
    findings: [],
    mayOverride: false,
  })
  const lastHolder = { kind: 'person' as const, id: bob.id, name: bob.name }
  const docketed: WorkState = { ...inWork.state, lastHolder }
  const distributionId = docketed.tasks.find(({ type }) => type === 'distribution')?.id
  const stateWhere = (held: readonly MailCondition[]): WorkState => ({
    ...docketed,
    ...(held.includes('caseClosed') ? { isClosed: true, tasks: [] } : {}),
    ...(held.includes('sessionPending') ? { sessions: { session_1: 'scheduled' } } : {}),
    ...(held.includes('dispatched')
      ? { workProduct: { id: 'product_1', status: 'released', packageSha256: null } }
      : {}),
  })

  it('are matched to the same cases as by going through every case by hand', () => {
    const counts = { matched: 0, unmatched: 0, byNameAlone: 0 }
    for (let count = 0; count < pieceCount; count++) {
      const piece = somePiece()
      const verdict = matchPiece(piece, docketMentions(piece), lookUp(piece))
      if (verdict.caseId !== readByHand(piece)) assert.fail(JSON.stringify({ piece, verdict }, null, 1))
      if (verdict.caseId === undefined) {
        counts.unmatched += 1
        assert.notEqual(verdict.why, '')
        if (verdict.candidates.some(({ reasons }) => reasons.every(({ by }) => by === 'name')))
          counts.byNameAlone += 1
      } else {
        counts.matched += 1
        assert.ok(
          verdict.reasons.some(({ by }) => by !== 'name'),
          'never by a name alone',
        )
      }
    }
    assert.ok(
      Math.min(counts.matched, counts.unmatched, counts.byNameAlone) > pieceCount / 10,
      JSON.stringify(counts),
    )
  })

  it('are routed as the table of the domain says, whatever holds of the case', () => {
    const seen = new Set<string>()
    for (let count = 0; count < pieceCount; count++) {
      const { name, label } = random.of(defaultProfile.mailTypes)
      const held = conditions.filter(() => random.is(0.4))
      const command = { type: 'routeMail' as const, caseId: 'case_1', mailType: name, newTaskId: 'task_mail' }
      const place = placeOf(() => work.decide(command, stateWhere(held), callBy(bob)))
      assert.deepEqual(place, readTable(label, held), `${name} where ${held.join(', ')}`)
      seen.add(`${name} ${held.join(' ')}`)
    }
    assert.equal(seen.size, defaultProfile.mailTypes.length * 8)
  })

  it('would go elsewhere by a changed table as that says, and nowhere else', () => {
    const changed = table
      .replace(
        'change of address | hearings if pending, else case support',
        'change of address | case support',
      )
      .replace('status inquiry | litigation', 'status inquiry | case support after dispatch, else clerk')
      .replace('other motion | litigation | no | yes', 'other motion | litigation | no | no')
      .replace('docket switch | clerk | yes', 'docket switch | clerk | no')
    const after = defaultProfile.mailTypes
      .filter(({ name }) => name !== 'privacyComplaint')
      .map((row) => {
        if (row.name === 'changeOfAddress') return { ...row, routes: [{ team: 'caseSupport' }] }
        if (row.name === 'otherMotion') return { ...row, allowedOnClosed: false }
        if (row.name === 'docketSwitch') return { ...row, blocksDistribution: false }
        if (row.name !== 'statusInquiry') return row
        return { ...row, routes: [{ when: 'dispatched' as const, team: 'caseSupport' }, { team: 'clerk' }] }
      })
    const tables = { before: defaultProfile.mailTypes, after }
    const moved = new Set<string>()
    for (let count = 0; count < pieceCount; count++) {
      const { name, label } = random.of(defaultProfile.mailTypes)
      const held = conditions.filter(() => random.is(0.4))
      const then = readTable(label, held)
      if (then === 'refused') continue
      const command = { type: 'routeMail' as const, caseId: 'case_1', mailType: name, newTaskId: 'task_mail' }
      const routed = work
        .decide(command, stateWhere(held), callBy(bob))
        .find(({ type }) => type === 'mail.routed')
      const past = { because: null, ...(routed?.data as object) } as PastRouting
      const verdict = reroute(past, tables)
      const now = name === 'privacyComplaint' ? 'refused' : readTable(label, held, changed)
      if (now === 'refused') assert.deepEqual([verdict?.to, verdict?.why !== ''], [undefined, true], name)
      else if (now.holder !== then.holder) assert.equal(verdict?.to, now.holder, name)
      else if (name === 'docketSwitch') assert.match(verdict?.why ?? '', /no longer block/)
      else assert.equal(verdict, undefined, `${name} where ${held.join(', ')}`)
      if (verdict) moved.add(`${name} ${verdict.to}`)
    }
    assert.deepEqual([...moved].sort(), [
      'changeOfAddress caseSupport',
      'docketSwitch clerk',
      'otherMotion undefined',
      'privacyComplaint undefined',
      'statusInquiry caseSupport',
      'statusInquiry clerk',
    ])
  })

  function placeOf(decide: () => ReturnType<typeof work.decide>): Place {
    try {
      const opened = decide().find(({ type, subject }) => type === 'task.opened' && subject === 'task_mail')
      const { assignee, parentId } = (opened ?? assert.fail('no task was opened')).data as {
        assignee: { id: string }
        parentId: string
      }
      return { holder: assignee.id, isUnderDistribution: parentId === distributionId }
    } catch (error) {
      if (error instanceof Refusal) return 'refused'
      throw error
    }
  }
})

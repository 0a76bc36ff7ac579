// @ts-nocheck
// Generated from the pure rules of the service by `npm run generate`. Change those in server/, not this file.
import { libraries } from './libraries.ts'
import { hash } from './sha256.ts'

const coreKernelDecider = (() => {
/** The domain says no, in a sentence that the caller may read. */
class Refusal extends Error {
           code
           retryAfterSeconds
  constructor(code             , sentence        , retryAfterSeconds         ) {
    super(sentence)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
/** Who asks, and when. */
/** The context of a decision: the caller, the time, and the profile in force. */
/** What a decider says has happened; the store adds the envelope. */
/** Where a fact comes from that goes on in another case: who made it so there, and when. */
/** The event of the other case that it repeats. */
const causeOf = ({ caseId, sequence }         ) => `${caseId}#${sequence}`
/** Whether an event repeats one of another case: it has had its consequences there. */
const isCarried = ({ causationId }                          ) =>
  causationId !== undefined && /^case_[^#]*#\d+$/.test(causationId)
/** A fact as stored, with what folding needs. */
/** Who a fact is attributed to: the person it was recorded on behalf of, if any. */
function authorOf({ actor, onBehalfOf }                                      )        {
  return onBehalfOf ?? actor
}
/** Who is at work, with the rights of the caller: the member for whom a binding acts, if any. */
function workerIn({
  caller,
  actor,
  onBehalfOf,
}                                               )        {
  return caller ? (onBehalfOf ?? actor) : actor
}
/** One subject's events, or all events of some types in the case. */
/**
 * One aggregate: what it reads of a case's events, how it folds them, and how it answers a command.
 * The state is plain JSON, because it is kept as a snapshot between commands.
 */
/** Whether a decider reads an event. */
function isRead(reads       , event                                      )          {
  return 'subject' in reads ? reads.subject === event.subject : reads.types.includes(event.type)
}
/** A further command that an event calls for. Its decider and its command belong together. */
function reaction                                                         (
  decider                         ,
  command         ,
)           {
  return { decider: decider                                  , command }
}
function fold       (
  decider                                                   ,
  events                    ,
  from = decider.initial,
)        {
  let state = from
  for (const event of events) state = decider.evolve(state, event)
  return state
}
return { Refusal, causeOf, isCarried, authorOf, workerIn, isRead, reaction, fold }
})()

const coreKernelIds = (() => {
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/**
 * A readable prefix, the time in 10 characters and 80 random bits in 16: opaque, URL-safe, and ordered by time.
 * `random` gives ten bytes.
 */
function newId(prefix          , now      , random            )         {
  // Times before 1970 sort first, in no particular order.
  const head = inTen(Math.max(0, now.getTime()))
  let tail = ''
  let bits = 0
  let held = 0
  for (const byte of random.subarray(0, 10)) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      tail += alphabet[(held >> bits) & 31]
      held &= (1 << bits) - 1
    }
  }
  return `${prefix}_${head}${tail}`
}
function inTen(number        )         {
  let text = ''
  for (let rest = number; text.length < 10; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}
/** The id of what an event causes, derived from the event so that a retry creates no duplicate. */
function derivedId(
  prefix          ,
  event                            ,
  index                 ,
)         {
  return newId(prefix, new Date(event.at), hash('sha256', seedOf(prefix, event, index), 'buffer'))
}
/** The text whose hash makes a derived id. */
const seedOf = (prefix          , event                , index                 )         =>
  `${event.id} ${prefix} ${index}`
return { newId, derivedId, seedOf }
})()

const coreKernelChain = (() => {
/** The part of an event that the hash chain covers, besides its data; the store assigns the global position later. */
const chainStart = Buffer.alloc(0)
function hashData(data         )         {
  return sha256(canonicalJson(data))
}
/** Covers the data by its hash, so that a payload erased by law leaves the chain valid. */
function chainHash(previous            , envelope                 , dataHash            )         {
  const link = Buffer.concat([previous, Buffer.from(canonicalJson(envelope)), dataHash])
  return sha256(link)
}
/** Node makes the text of a hash in a third of the time that it takes to make its bytes. */
function sha256(content                     )         {
  return Buffer.from(hash('sha256', content, 'hex'), 'hex')
}
/** A part of a value that is canonical JSON already. */
class CanonicalText {
           text
  constructor(text        ) {
    this.text = text
  }
}
/** Canonical JSON: sorted keys, no undefined members. */
function canonicalJson(value         )         {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof CanonicalText) return value.text
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = value
  let text = ''
  for (const { key, quoted } of inOrder(Object.keys(members))) {
    const member = members[key]
    if (member === undefined) continue
    text += text === '' ? quoted : `,${quoted}`
    text += canonicalJson(member)
  }
  return `{${text}}`
}
const isSame = (one         , other         ) => canonicalJson(one) === canonicalJson(other)
const mostShapes = 500
const shapes = new Map               ()
/** Cached, since objects of one kind have the same keys in the same order. */
function inOrder(keys                   )                  {
  const name = keys.join()
  const known = shapes.get(name)
  if (known?.keys.length === keys.length && known.keys.every((key, index) => key === keys[index]))
    return known.sorted
  const sorted = keys.toSorted().map((key) => ({ key, quoted: `${JSON.stringify(key)}:` }))
  if (shapes.size < mostShapes) shapes.set(name, { keys, sorted })
  return sorted
}
return { chainStart, hashData, chainHash, CanonicalText, canonicalJson, isSame }
})()

const coreKernelNearest = (() => {
/** The closest word, at an edit distance of at most a third of its letters. */
function nearest(word        , words                  )                     {
  let best
  let least = Math.floor(word.length / 3) + 1
  for (const other of words) {
    const distance = distanceOf(word.toLowerCase(), other.toLowerCase())
    if (distance >= least) continue
    best = other
    least = distance
  }
  return best
}
/** Damerau-Levenshtein distance. */
function distanceOf(one        , other        )         {
  let twoAbove           = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = isSwapped ? (twoAbove[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[other.length] ?? 0
}
return { nearest, distanceOf }
})()

const coreKernelKnownWords = (() => {
const { Refusal } = coreKernelDecider
const { nearest } = coreKernelNearest
/** A longer list is not worth printing in an error. */
const mostListed = 60
/** Refuses a word that is not in a list, naming the list and the closest match. */
function refuseUnknownWord(what        , word        , known                   )       {
  if (!known.includes(word)) throw new Refusal('invalid', unknownWord(what, word, known))
}
function unknownWord(what        , word        , known                   , of = '')         {
  const accepted = known.length > 0 && known.length <= mostListed ? `: it must be ${oneOf(known)}` : ''
  return `There is no ${what} ${shown(word)}${of}${accepted}.${didYouMean(word, known)}`
}
const oneOf = (words                   ) =>
  words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')
function didYouMean(word        , words                   )         {
  const meant = nearest(shown(word), words)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}
const shown = (word        ) => (word === '' ? '""' : word.slice(0, 100))
const namesOf = (words                             ) => words.map(({ name }) => name)
return { refuseUnknownWord, unknownWord, oneOf, didYouMean, namesOf }
})()

const coreKernelWithoutUndefined = (() => {
/** Drops undefined members. */
function withoutUndefined                      (given       ) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
return { withoutUndefined }
})()

const coreDecisionDeadLetter = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
/** What is owed to another system, as the ledger names it. */
/** By obligation; one that was never given up is not here. */
/** What could not be delivered to another system, until somebody sends it again or drops it. */
const deadLetters                                               = {
  name: 'deadLetters',
  needs: { giveUp: null, redrive: null, drop: null, dropDecision: null },
  stateVersion: 2,
  reads: () => ({
    types: ['delivery.failed', 'delivery.redriven', 'delivery.dropped', 'delivery.receipted'],
  }),
  initial: {},
  evolve(state, event) {
    switch (event.type) {
      case 'delivery.failed': {
        const { obligationId, port = '', binding = '', call = '', workProductId, about } = event.data
        if (obligationId === undefined) return state
        const of = {
          obligationId,
          port,
          binding,
          call,
          ...withoutUndefined({ about: workProductId ?? about }),
        }
        return { ...state, [obligationId]: { ...of, standing: 'failed' } }
      }
      case 'delivery.redriven':
        return stands(state, event.data, 'redriven')
      case 'delivery.dropped':
        return stands(state, event.data, 'dropped')
      case 'delivery.receipted': {
        const known = state[event.data.obligationId ?? '']
        return known ? stands(state, known, 'delivered') : state
      }
      default:
        return state
    }
  },
  decide(command, state)         {
    if (command.type === 'dropDecision') {
      const { workProductId, why } = command
      return Object.values(state)
        .filter(({ standing, about }) => standing === 'failed' && about === workProductId)
        .map((letter) => dropped(letter, why))
    }
    const { obligationId, port, binding, call } = command
    const of = { obligationId, port, binding, call }
    const standing = state[obligationId]?.standing
    switch (command.type) {
      case 'giveUp': {
        if (standing === 'failed') return []
        const { why, failedAt, about } = command
        const data = { deliveryId: obligationId, ...of, why, failedAt, ...withoutUndefined({ about }) }
        return [{ type: 'delivery.failed', subject: obligationId, data }]
      }
      case 'redrive': {
        refuseDropped(standing)
        const { why } = command
        const data = { ...of, ...(why === undefined ? {} : { why }) }
        return [{ type: 'delivery.redriven', subject: obligationId, data }]
      }
      case 'drop':
        refuseDropped(standing)
        return [dropped(of, command.why)]
    }
  },
}
function stands(
  state                  ,
  { obligationId, port, binding, call }                ,
  standing                    ,
)                   {
  return { ...state, [obligationId]: { ...state[obligationId], obligationId, port, binding, call, standing } }
}
function dropped({ obligationId, port, binding, call }                , why        )       {
  return { type: 'delivery.dropped', subject: obligationId, data: { obligationId, port, binding, call, why } }
}
function refuseDropped(standing                                ) {
  if (standing === 'dropped') throw new Refusal('stateForbids', 'This delivery was dropped.')
}
return { deadLetters }
})()

const coreDecisionDelivery = (() => {
const { isSame } = coreKernelChain
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
/** With the binding's obligation, where a binding has failed: another may fail in the same words. */
/** Deliveries owed by decisions: each has a receipt, or an open task until it does. */
const deliveries                                            = {
  name: 'deliveries',
  needs: {
    oweDeliveries: null,
    withdrawDeliveries: null,
    receiptDelivery: 'recordDeliveries',
    failDelivery: 'recordDeliveries',
  },
  stateVersion: 4,
  reads: () => ({
    types: [
      'workProduct.signed',
      'workProduct.recalled',
      'delivery.owed',
      'delivery.receipted',
      'delivery.failed',
      'delivery.withdrawn',
    ],
  }),
  initial: { recipients: {}, recalled: [], deliveries: [] },
  evolve(state, event) {
    switch (event.type) {
      case 'workProduct.signed': {
        const { workProductId, recipients } = event.data
        return { ...state, recipients: { ...state.recipients, [workProductId]: recipients } }
      }
      case 'workProduct.recalled':
        return { ...state, recalled: [...state.recalled, event.data.workProductId] }
      case 'delivery.owed': {
        const { deliveryId: id, workProductId, partyId } = event.data
        const owed           = { id, workProductId, partyId, status: 'owed', receipts: [], failures: [] }
        return { ...state, deliveries: [...state.deliveries, owed] }
      }
      case 'delivery.receipted':
        return changed(state, event.data.deliveryId, ({ receipts }) => ({
          status: 'receipted',
          receipts: [...receipts, receiptIn(event.data)],
        }))
      case 'delivery.failed':
        return changed(state, event.data.deliveryId, ({ failures }) => ({
          status: 'failed',
          failures: [...failures, failureIn(event.data)],
        }))
      case 'delivery.withdrawn':
        return changed(state, event.data.deliveryId, () => ({ status: 'withdrawn' }))
      default:
        return state
    }
  },
  decide(command, state)         {
    switch (command.type) {
      case 'oweDeliveries': {
        const { workProductId, released } = command
        if (state.deliveries.some((delivery) => delivery.workProductId === workProductId)) return []
        return (state.recipients[workProductId] ?? []).map((partyId) => {
          const deliveryId = derivedId('delivery', released, partyId)
          return { type: 'delivery.owed', subject: deliveryId, data: { deliveryId, workProductId, partyId } }
        })
      }
      case 'withdrawDeliveries': {
        const { workProductId, why } = command
        const open = state.deliveries.filter(
          ({ status, ...of }) =>
            of.workProductId === workProductId && (status === 'owed' || status === 'failed'),
        )
        return open.map((delivery) => ({
          type: 'delivery.withdrawn',
          subject: delivery.id,
          data: { ...named(delivery), why },
        }))
      }
      case 'receiptDelivery': {
        const delivery = found(state, command.deliveryId)
        const receipt = receiptIn(command)
        if (delivery.receipts.some((known) => isSame(known, receipt))) return []
        refuseWithdrawn(delivery)
        const by = withoutUndefined({ obligationId: command.obligationId })
        const data = { ...named(delivery), ...receipt, ...by }
        return [{ type: 'delivery.receipted', subject: delivery.id, data }]
      }
      case 'failDelivery': {
        const delivery = found(state, command.deliveryId)
        const failure = failureIn(command)
        if (isRepeated(failure, delivery)) return []
        // It would be owed again, but may no longer be sent.
        if (state.recalled.includes(delivery.workProductId)) throw new Refusal('stateForbids', nothingOwed)
        refuseWithdrawn(delivery)
        const { port, binding, call } = command
        const data = { ...named(delivery), ...withoutUndefined({ port, binding, call }), ...failure }
        return [{ type: 'delivery.failed', subject: delivery.id, data }]
      }
    }
  },
}
/** Without a time, the same report counts as a repeat only until something is sent again; after that it is a new bounce. */
function isRepeated(failure          , { status, failures }          )          {
  const isKnown = failures.some((known) => isSame(known, failure))
  return isKnown && (failure.failedAt !== undefined || status !== 'receipted')
}
const receiptIn = ({ channel, destination, sentAt, tracking }         )          => ({
  channel,
  sentAt,
  ...withoutUndefined({ destination, tracking }),
})
const failureIn = ({ why, channel, destination, failedAt, obligationId }          )           => ({
  why,
  ...withoutUndefined({ channel, destination, failedAt, obligationId }),
})
function changed(
  state                 ,
  deliveryId        ,
  change                                           ,
)                  {
  const deliveries = state.deliveries.map((delivery) =>
    delivery.id === deliveryId ? { ...delivery, ...change(delivery) } : delivery,
  )
  return { ...state, deliveries }
}
const nothingOwed = 'This delivery is no longer due: the decision was recalled.'
function refuseWithdrawn({ status }          ) {
  if (status !== 'withdrawn') return
  throw new Refusal('stateForbids', nothingOwed)
}
function named({ id, workProductId, partyId }          ) {
  return { deliveryId: id, workProductId, partyId }
}
function found({ deliveries }                 , deliveryId        )           {
  const delivery = deliveries.find(({ id }) => id === deliveryId)
  if (!delivery) throw new Refusal('notFound', 'There is no such delivery in this case.')
  return delivery
}
return { deliveries }
})()

const coreFileAnchors = (() => {
const { Refusal } = coreKernelDecider
/** What is stored where an anchor points, and the current state of its document. */
/**
 * Checks an anchor against its page. Whether a place in an older version is in the newer one is decided where both can
 * be read: here it is superseded.
 */
function checkAnchor(anchor        , stored                        )              {
  if (stored?.sha256 !== anchor.sha256) return judged('broken')
  const isSameDocument = stored.documentId === anchor.documentId
  if (isSameDocument && stored.version !== anchor.version) return judged('broken')
  if (!stored.isListed) return judged('removed')
  if (stored.version < stored.currentVersion) return judged('superseded')
  // Its document was divided: another document has the same page and bytes.
  if (!isSameDocument) {
    return judged('moved', { ...anchor, documentId: stored.documentId, version: stored.version })
  }
  if (anchor.quote === undefined || stored.hasQuote) return judged('holds')
  return judged(stored.hasQuote === undefined ? 'unread' : 'quoteMissing')
}
function judged(status              , now         )              {
  return { status, resolves: status === 'holds' || status === 'unread', ...(now ? { now } : {}) }
}
function isSameAnchor(one        , other        )          {
  return (
    one.documentId === other.documentId &&
    one.version === other.version &&
    one.page === other.page &&
    one.quote === other.quote &&
    isSameBox(one.rect, other.rect)
  )
}
function isSameBox(one                 , other                 )          {
  if (!one || !other) return one === other
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom
  )
}
function refuseTwistedBox({ left, top, right, bottom }     ) {
  if (left <= right && top <= bottom) return
  throw new Refusal(
    'invalid',
    'A rectangle must have its left before its right and its top above its bottom.',
  )
}
/** Their bounding box. */
function boxAround(boxes                )                  {
  const [first, ...others] = boxes
  return (
    first &&
    others.reduce(
      (around, { left, top, right, bottom }) => ({
        left: Math.min(around.left, left),
        top: Math.min(around.top, top),
        right: Math.max(around.right, right),
        bottom: Math.max(around.bottom, bottom),
      }),
      first,
    )
  )
}
return { checkAnchor, judged, isSameAnchor, refuseTwistedBox, boxAround }
})()

const coreKernelRemember = (() => {
/** A pure function of texts that keeps its last answers, so many at most. */
function remember                              (
  most        ,
  make                         ,
)                          {
  const made = new Map                ()
  return (...key) => {
    const name = key.join('\n')
    const known = made.get(name)
    if (known !== undefined) return known
    const answer = make(...key)
    const [oldest] = made.size >= most ? made.keys() : []
    if (oldest !== undefined) made.delete(oldest)
    made.set(name, answer)
    return answer
  }
}
return { remember }
})()

const coreTimeMoments = (() => {
/**
 * Moments, and the days of UTC: the one place that reckons with `Date`. Zones and clocks on walls are in `local-time.ts`. It
 * imports nothing, since the mock of the SDK has a copy.
 */
/** A `Date`, or its text in ISO 8601. */
const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const msOf = (at        )         => (typeof at === 'string' ? Date.parse(at) : at.getTime())
const msLater = (at        , ms        )       => new Date(msOf(at) + ms)
const msEarlier = (at        , ms        )       => new Date(msOf(at) - ms)
const secondsLater = (at        , seconds        )       => msLater(at, seconds * 1000)
const secondsEarlier = (at        , seconds        )       => msEarlier(at, seconds * 1000)
/** Days of 24 hours, whatever a clock on a wall does in between. */
const daysLater = (at        , days        )       => msLater(at, days * dayMs)
const daysEarlier = (at        , days        )       => msEarlier(at, days * dayMs)
/** Negative where the second is the earlier. */
const msBetween = (from        , to        )         => msOf(to) - msOf(from)
const secondsBetween = (from        , to        )         => msBetween(from, to) / 1000
const daysBetween = (from        , to        )         => msBetween(from, to) / dayMs
/** The age of what began, in whole days: 0 where it is still to begin. */
const wholeDaysSince = (from        , now        )         =>
  Math.max(0, Math.floor(daysBetween(from, now)))
const earliest = (...moments                   )       => new Date(Math.min(...moments.map(msOf)))
const latest = (...moments                   )       => new Date(Math.max(...moments.map(msOf)))
/** Seconds since 1970, as tokens and signatures have them. */
const epochSeconds = (at        )         => Math.floor(msOf(at) / 1000)
const fromEpochSeconds = (seconds        )       => new Date(seconds * 1000)
/** The day of UTC, `2026-03-02`. */
const dayOf = (at        )         => new Date(at).toISOString().slice(0, 10)
/** The day and the minute of UTC, `2026-03-02 09:00`. */
const minuteOf = (at        )         => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
/** To the second as a clock of UTC shows it, `2026-03-02T09:00:00`. */
const secondOf = (at        )         => new Date(at).toISOString().slice(0, 19)
/** To the second, by digits alone as certificates and PDFs have it: `20260302090000`. */
const digitsOf = (at        )         =>
  new Date(at).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
function fromDigits(digits        )                   {
  const at = new Date(digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(at.getTime()) ? undefined : at
}
/** Of its parts in UTC; the month from 1 on. */
function utcOf(parts                                                                         )       {
  const [year, month, ...others] = parts
  return new Date(Date.UTC(year, month - 1, ...others))
}
/** For formats of local times without a zone: its local time is the given one's UTC time. */
function withoutZone(at      )       {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  return new Date(year, month, day, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds())
}
const yearOf = (at        )         => new Date(at).getUTCFullYear()
/** Whether a text is a day that the calendar has. */
function isCalendarDate(text        )          {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && dayOf(new Date(ms)) === text
}
const dayLater = (day        , days = 1)         => dayOf(daysLater(day, days))
/** A year after 29 February is 28 February, as in PostgreSQL. */
function yearsLater(at        , years        )       {
  const date = new Date(at)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date
}
/** Someone born on 29 February turns a year older on 1 March in other years. */
function birthdayAfter(birthDate        , years        )       {
  const date = new Date(birthDate)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}
return { minuteMs, hourMs, dayMs, msLater, msEarlier, secondsLater, secondsEarlier, daysLater, daysEarlier, msBetween, secondsBetween, daysBetween, wholeDaysSince, earliest, latest, epochSeconds, fromEpochSeconds, dayOf, minuteOf, secondOf, digitsOf, fromDigits, utcOf, withoutZone, yearOf, isCalendarDate, dayLater, yearsLater, birthdayAfter }
})()

const coreTimeCalendarDays = (() => {
const { remember } = coreKernelRemember
const { dayLater, dayOf, daysBetween, utcOf } = coreTimeMoments
/** Days of a calendar, written `2026-03-02`. They are reckoned with alone, by no clock and in no zone. */
/** A month later is the day of the same number, or the last of a month that has none. */
function monthsLater(day        , months        )         {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number)
  const first = utcOf([year, month + months, 1])
  const last = utcOf([first.getUTCFullYear(), first.getUTCMonth() + 2, 0])
  return dayLater(dayOf(first), Math.min(number, last.getUTCDate()) - 1)
}
/** From Monday, 1, to Sunday, 7. */
const weekdayOfDay = (day        )         => new Date(day).getUTCDay() || 7
const wholeDaysBetween = (from        , to        )         => Math.round(daysBetween(from, to))
const formatter = remember(
  10,
  (weekday        , year        ) =>
    new Intl.DateTimeFormat('en-US', {
      ...(weekday === '' ? {} : { weekday: 'long'          }),
      ...(year === '' ? {} : { year: 'numeric'          }),
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }),
)
/** As people read it: `Tuesday, September 1, 2026`. */
const dayWithWeekday = (day        )         => formatter('weekday', 'year').format(new Date(day))
/** `September 1, 2026`. */
const longDay = (day        )         => formatter('', 'year').format(new Date(day))
/** `Monday, September 7`, where the year is clear. */
const dayOfThisYear = (day        )         => formatter('weekday', '').format(new Date(day))
return { monthsLater, weekdayOfDay, wholeDaysBetween, dayWithWeekday, longDay, dayOfThisYear }
})()

const coreTimeDaysInZone = (() => {
const { remember } = coreKernelRemember
const { dayLater, dayMs, dayOf, daysLater, epochSeconds, fromEpochSeconds, msBetween, msEarlier, msLater, utcOf } = coreTimeMoments
/**
 * So many days later by the calendar of a time zone: when its clock shows the same time again. Of two such moments it is the
 * first; one that the clock skips comes as much later. By `Intl` alone, since the mock of the SDK has a copy.
 */
function daysLaterIn(at      , days        , timeZone        )       {
  return whenShown(msLater(daysLater(at, days), aheadMs(at, timeZone)), timeZone)
}
/** When the clock of a zone shows what that of UTC shows at `wall`. */
function whenShown(wall      , timeZone        )       {
  const ahead = [-dayMs, dayMs].map((ms) => aheadMs(msLater(wall, ms), timeZone))
  const moments = ahead.map((ms) => msLater(wall, -ms))
  const shown = moments.find((moment, index) => aheadMs(moment, timeZone) === ahead[index])
  return shown ?? (moments[0]        )
}
/** The day on the calendar of a zone, `2026-03-02`. */
const dayShownIn = (at      , timeZone        )         => dayOf(msLater(at, aheadMs(at, timeZone)))
/** The last moment of a day in a zone, however long the clock makes it. */
const endOfDayIn = (day        , timeZone        )       =>
  msEarlier(startOfDayIn(dayLater(day), timeZone), 1)
/** The first moment of a day in a zone: later than midnight where the clock skips it. */
const startOfDayIn = (day        , timeZone        )       => whenShown(new Date(day), timeZone)
const clockOf = remember(
  1000,
  (timeZone        ) =>
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
)
/** By how much the clock of a zone is ahead of UTC. */
function aheadMs(at      , timeZone        )         {
  const parts = clockOf(timeZone).formatToParts(at)
  const part = (name        ) => Number(parts.find(({ type }) => type === name)?.value)
  const shown = utcOf([
    part('year'),
    part('month'),
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  ])
  return msBetween(fromEpochSeconds(epochSeconds(at)), shown)
}
return { daysLaterIn, dayShownIn, endOfDayIn, startOfDayIn }
})()

const coreWorkAbout = (() => {
/** The subject of a task: its own, or that of the nearest ancestor. */
function aboutOf({ tasks }                          , task          )                     {
  let at                       = task
  while (at && at.about === undefined) {
    const { parentId }           = at
    at = tasks.find(({ id }) => id === parentId)
  }
  return at?.about
}
/** The ID of an event's subject, if a case may have several of its kind; undefined if it is the case. */
function subjectOf(event          , caseId        )                     {
  switch (event.type.split('.')[0]) {
    case 'case':
    case 'workProduct':
      return undefined
    case 'task':
    case 'timer':
      return (event.data                      ).about
    case 'delivery':
      // What could not be sent to a binding is a thing of its own: the recipient may have got it by another.
      return (event.type === 'delivery.failed' && event.data.obligationId) || event.subject
    default:
      return event.subject === caseId ? undefined : event.subject
  }
}
/** What an event is about beside its subject: a receipt settles the delivery, and what its binding owed for it. */
function alsoAbout(event          )                     {
  return event.type === 'delivery.receipted' ? event.data.obligationId : undefined
}
/**
 * The open tasks of a type that an event about `about` refers to: those with the same subject or, if there are none,
 * those without a subject; never those with another. An event about the whole case refers to all.
 */
function tasksMeant(
  state           ,
  type        ,
  about                    ,
  also         ,
)             {
  const ofType = state.tasks.filter((task) => task.type === type)
  return meant(ofType, about, (task) => aboutOf(state, task), also)
}
/** Whether the task is about a decision, and what happened concerns another one. */
function isOfOtherDecision(state           , task          , { type, data }          )          {
  const about = aboutOf(state, task)
  if (!type.startsWith('workProduct.') || about === undefined || kindOf(about) !== 'product') return false
  return about !== (data                              ).workProductId
}
function timersMeant({ timers }           , name        , about                    )          {
  const ofName = timers.filter((timer) => timer.name === name || timer.deadline === name)
  return meant(ofName, about, (timer) => timer.about)
}
function meant      (
  items        ,
  about                    ,
  of                                    ,
  also = about,
) {
  if (about === undefined) return items
  const exact = items.filter((item) => [about, also].includes(of(item)))
  if (exact.length > 0) return exact
  return items.filter((item) => {
    const other = of(item)
    return other === undefined || kindOf(other) !== kindOf(about)
  })
}
const isOfOtherKind = (id        , other                    )          =>
  other === undefined || kindOf(id) !== kindOf(other)
/** Party IDs come from elsewhere; every other ID has a prefix for its kind. What a binding owes is a delivery, too. */
function kindOf(id        )         {
  const kind = /^(session|delivery|ltr|obl|doc|issue|task|hist|product|remand)_/.exec(id)?.[1] ?? 'party'
  return kind === 'obl' ? 'delivery' : kind
}
return { aboutOf, subjectOf, alsoAbout, tasksMeant, isOfOtherDecision, timersMeant, isOfOtherKind }
})()

const coreWorkHappened = (() => {
const completionEvents = [{"event":"case.advanced","fields":["reason"]},{"event":"case.corrected","fields":["caseType","docket"]},{"event":"case.docketed","fields":["docket"]},{"event":"delivery.redriven","fields":[]},{"event":"document.edited","fields":["documentType"]},{"event":"document.filed","fields":["documentType"]},{"event":"letter.owed","fields":["letter","eventType"]},{"event":"letter.receipted","fields":["letter"]},{"event":"letter.withdrawn","fields":["letter"]},{"event":"party.conflictSettled","fields":["role"]},{"event":"party.contactChanged","fields":["role"]},{"event":"party.died","fields":["role"]},{"event":"party.merged","fields":["role"]},{"event":"party.recorded","fields":["role"]},{"event":"party.removed","fields":["role"]},{"event":"party.representationChanged","fields":["role","change"]},{"event":"session.artifactFiled","fields":["kind"]},{"event":"session.postponed","fields":[]},{"event":"session.rescheduled","fields":["kind"]},{"event":"session.scheduled","fields":["kind"]},{"event":"session.withdrawn","fields":[]}]
const { withoutUndefined } = coreKernelWithoutUndefined
/** When something last happened on a case that completing a task, or the standstill of a deadline, may depend on. */
/** What begins and ends the standstills of deadlines, beside what completing a task may depend on. */
const standstillEvents                                                             = [
  { event: 'party.deathRetracted', fields: ['role'] },
  { event: 'task.completed', fields: ['type', 'outcome'] },
]
const knownEvents                                                             = [
  ...completionEvents,
  ...standstillEvents,
]
const happeningTypes                       = knownEvents.map(({ event }) => event)
/** With this event; one that tells the same again takes the place of the earlier. */
function withHappening(happened            , event          )             {
  const known = knownEvents.find((one) => one.event === event.type)
  if (!known) return happened
  const data = event.data
  const fields                         = {}
  for (const name of known.fields) if (typeof data[name] === 'string') fields[name] = data[name]
  const latest = { event: event.type, ...withoutUndefined({ about: aboutWhat(event) }), fields, at: event.at }
  return [...happened.filter((other) => !isSame(other, latest)), latest]
}
/** A file has too many documents to tell them apart; a task is told by what it is about. */
function aboutWhat(event          )                     {
  if (event.type === 'task.completed') return event.data.about
  return event.type.startsWith('document.') ? undefined : event.subject
}
function isSame(one          , other          )          {
  const names = Object.keys(one.fields)
  return (
    one.event === other.event &&
    one.about === other.about &&
    names.length === Object.keys(other.fields).length &&
    names.every((name) => one.fields[name] === other.fields[name])
  )
}
return { knownEvents, happeningTypes, withHappening }
})()

const coreTimeZoneNames = (() => {
const { Refusal } = coreKernelDecider
const { remember } = coreKernelRemember
/** What is wrong with the name of a time zone; `place` is where it stands. */
function faultOfTimeZone(name        , place = 'timeZone')                     {
  return isTimeZone(name) ? undefined : `${place} must be a time zone such as America/New_York, not ${name}.`
}
function refuseUnknownTimeZone(name        )       {
  const fault = faultOfTimeZone(name)
  if (fault !== undefined) throw new Refusal('invalid', fault)
}
const isTimeZone = remember(1000, (name        )          => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    // A bare offset such as +02:00 knows no summer time.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
})
return { faultOfTimeZone, refuseUnknownTimeZone }
})()

const coreWorkKnownDays = (() => {
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayShownIn } = coreTimeDaysInZone
const { faultOfTimeZone } = coreTimeZoneNames
/** The days from which deadlines run. */
const noDays            = { sessions: {}, letters: {}, remands: {}, events: {} }
const letterDayTypes                       = ['letter.composed', 'letter.receipted']
/** With what an event says of a session, a letter or a remand. */
function daysAfter(days           , event          )            {
  switch (event.type) {
    case 'session.scheduled':
    case 'session.rescheduled': {
      const { sessionId, slot } = event.data
      const { startsAt, timeZone } = slot
      const zone = faultOfTimeZone(timeZone) === undefined ? timeZone : 'UTC'
      return saidOf(days, 'sessions', sessionId, { slotDay: dayShownIn(new Date(startsAt), zone) })
    }
    case 'session.held':
    case 'session.noShow':
    case 'session.withdrawn': {
      const { sessionId, on } = event.data
      return saidOf(days, 'sessions', sessionId, { endedAt: event.at, ...withoutUndefined({ on }) })
    }
    case 'session.dayCorrected':
      return saidOf(days, 'sessions', event.data.sessionId, { on: event.data.on })
    case 'letter.composed': {
      const { letterId, letter, date } = event.data
      return saidOf(days, 'letters', letterId, { letter, writtenAt: event.at, date })
    }
    case 'letter.receipted': {
      const { letterId, sentAt, channel } = event.data
      return saidOf(days, 'letters', letterId, { sentAt, channel })
    }
    case 'remand.sentBack':
      return saidOf(days, 'remands', event.data.remandId, { sentAt: event.at })
    case 'remand.received': {
      const { remandId, mandateOn } = event.data
      return saidOf(days, 'remands', remandId, { receivedAt: event.at, mandateOn })
    }
    case 'remand.mandateCorrected':
      return saidOf(days, 'remands', event.data.remandId, { mandateOn: event.data.mandateOn })
    default:
      return days
  }
}
function saidOf                                               (
  days           ,
  of    ,
  id        ,
  said                       ,
)            {
  return { ...days, [of]: { ...days[of], [id]: { ...days[of][id], ...said } } }
}
return { noDays, letterDayTypes, daysAfter }
})()

const coreWorkState = (() => {
const { withoutUndefined } = coreKernelWithoutUndefined
const { happeningTypes, withHappening } = coreWorkHappened
const { daysAfter, letterDayTypes, noDays } = coreWorkKnownDays
const openStatuses = ['assigned', 'inProgress', 'onHold']
/** What a timer that is a deadline of the profile was worked out from. */
/** A deadline that has passed, or was ended before: what arrived in it is still judged by it. */
/** The state of the work on a case: its open tasks in order of opening, and what its status is derived from. */
/** An upcoming session. */
const isPending = (status        ) => ['requested', 'scheduled', 'postponed'].includes(status)
const initialWork            = {
  caseType: null,
  receiptDate: null,
  docket: null,
  rootId: null,
  tasks: [],
  mail: [],
  judged: [],
  lastHolder: null,
  lastHolders: {},
  timers: [],
  pastDeadlines: [],
  days: noDays,
  workProduct: null,
  effectuation: 'pending',
  away: [],
  heardOf: [],
  decided: null,
  owed: [],
  isSent: false,
  sessions: {},
  sessionStarts: {},
  happened: [],
  isClosed: false,
  closedBecause: null,
  standing: null,
}
/** What the work on a case consists of, and follows. */
const workEventTypes                       = [
  'case.opened',
  'case.corrected',
  'case.docketed',
  'case.closed',
  'case.reopened',
  'case.stateChanged',
  'task.opened',
  'task.assigned',
  'task.started',
  'task.held',
  'task.resumed',
  'task.completed',
  'task.moved',
  'task.deadlineMoved',
  'task.handedOver',
  'task.cancelled',
  'mail.routed',
  'mail.judgedAgain',
  'timer.set',
  'timer.moved',
  'timer.fired',
  'timer.cancelled',
  'workProduct.drafted',
  'workProduct.submitted',
  'workProduct.returned',
  'workProduct.discarded',
  'workProduct.reinstated',
  'workProduct.signed',
  'workProduct.cleared',
  'workProduct.released',
  'workProduct.recalled',
  'remand.sentBack',
  'remand.received',
  'remand.mandateCorrected',
  'remand.progressed',
  'remand.returned',
  'remand.ended',
  'remand.resumed',
  'session.requested',
  'session.scheduled',
  'session.rescheduled',
  'session.held',
  'session.noShow',
  'session.postponed',
  'session.withdrawn',
  'session.dayCorrected',
  'delivery.owed',
  'delivery.receipted',
  'delivery.failed',
  'delivery.withdrawn',
  'effectuation.completed',
  'effectuation.failed',
]
/** The events of which a deadline may name the last as the day from which it runs. */
const datedTypes                       = workEventTypes.filter(
  (type) => /^(case|session|workProduct|effectuation)\./.test(type) && type !== 'case.stateChanged',
)
/** With what only completing a task and the days of letters ask for. */
const workReads                       = [
  ...new Set([...workEventTypes, ...happeningTypes, ...letterDayTypes]),
]
function evolveWork(state           , event          )            {
  const next = evolveTasks(withDays(state, event), event)
  const happened = withHappening(next.happened, event)
  return happened === next.happened ? next : { ...next, happened }
}
function evolveTasks(state           , event          )            {
  switch (event.type) {
    case 'case.opened':
      return { ...state, caseType: event.data.caseType, receiptDate: event.data.receiptDate }
    case 'case.corrected': {
      const { caseType = state.caseType, docket = state.docket, receiptDate = state.receiptDate } = event.data
      return { ...state, caseType, docket, receiptDate }
    }
    case 'case.docketed':
      return { ...state, docket: event.data.docket }
    case 'case.closed': {
      const { reason, closedAt } = event.data
      const elsewhere = closedAt === undefined ? {} : { closedAt }
      return { ...state, isClosed: true, closedBecause: reason, ...elsewhere }
    }
    case 'case.reopened': {
      const { closedAt: _, ...open } = state
      const { stood } = event.data
      return { ...open, isClosed: false, closedBecause: null, rootId: null, ...(stood ? { stood } : {}) }
    }
    case 'case.stateChanged': {
      const { to: status, partyTo: partyStatus, why, step, taskId = null, enteredStepAt } = event.data
      const { stood: _, ...settled } = state
      return { ...settled, standing: { status, partyStatus, why, step, taskId, enteredStepAt } }
    }
    case 'task.opened': {
      const { taskId: id, type, assignee, alias, isMail, since } = event.data
      const { parentId, about, sessionId, deadline, deadlineWhy, usualDeadline, usualWhy } = event.data
      const task           = {
        id,
        type,
        ...withoutUndefined({ parentId, about, sessionId, assignee }),
        ...withoutUndefined({ deadline, deadlineWhy, usualDeadline, usualWhy }),
        ...(alias === undefined ? {} : { isBrought: true          }),
        status: 'assigned',
        openedAt: since ?? event.at,
      }
      return {
        ...withHolder(state, task, assignee),
        rootId: parentId === undefined ? id : state.rootId,
        mail: isMail ? [...state.mail, id] : state.mail,
        tasks: [...state.tasks, task],
      }
    }
    case 'task.assigned': {
      const { taskId, assignee, status } = event.data
      const known = state.tasks.find(({ id }) => id === taskId)
      return changed(withHolder(state, known ?? event.data, assignee), taskId, (task) => ({
        ...task,
        assignee,
        status,
      }))
    }
    case 'task.moved':
      return changed(state, event.data.taskId, (task) => ({ ...task, parentId: event.data.parentId }))
    case 'task.deadlineMoved': {
      const { taskId, deadline, was, deadlineWhy } = event.data
      return changed(state, taskId, ({ deadlineWhy: whyBefore, ...task }) => ({
        ...task,
        deadline,
        usualDeadline: task.usualDeadline ?? was,
        ...withoutUndefined({ deadlineWhy, usualWhy: task.usualDeadline ? task.usualWhy : whyBefore }),
      }))
    }
    case 'task.started':
      return changed(state, event.data.taskId, (task) => ({ ...task, status: 'inProgress' }))
    case 'task.held': {
      const { taskId, until } = event.data
      return changed(state, taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'onHold',
        ...(until === undefined ? {} : { heldUntil: until }),
      }))
    }
    case 'task.resumed':
      return changed(state, event.data.taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'assigned',
      }))
    case 'task.completed':
    case 'task.handedOver':
    case 'task.cancelled': {
      const { taskId } = event.data
      const isOther = (id        ) => id !== taskId
      return {
        ...state,
        tasks: state.tasks.filter(({ id }) => isOther(id)),
        mail: state.mail.filter(isOther),
      }
    }
    case 'mail.routed':
      return {
        ...state,
        mail: [...state.mail, event.data.taskId],
        judged: [...state.judged, ...judgedIn(event.data)],
      }
    case 'mail.judgedAgain': {
      const { taskId, wasTaskId = taskId, receiptDate: receivedOn, timeliness } = event.data
      return {
        ...state,
        judged: state.judged.map((one) =>
          one.taskId === wasTaskId
            ? { ...one, taskId, timeliness, arrival: { ...one.arrival, receivedOn } }
            : one,
        ),
      }
    }
    case 'timer.set': {
      const { timerId: id, ...said } = event.data
      const timer        = { id, ...said }
      const { deadline, about } = timer
      const isPast = (one              ) => one.deadline === deadline && one.about === about
      return {
        ...state,
        timers: [...state.timers, timer],
        pastDeadlines: state.pastDeadlines.filter((one) => !isPast(one)),
      }
    }
    case 'timer.moved': {
      const { timerId: id, because: _, wasDay: __, hadPassed: ___, ...said } = event.data
      const moved =                    (one     )      =>
        one.id === id ? { ...withoutReckoning(one), ...said, id } : one
      return {
        ...state,
        timers: state.timers.map(moved),
        pastDeadlines: state.pastDeadlines.map(moved),
      }
    }
    case 'timer.fired':
    case 'timer.cancelled': {
      const { timerId } = event.data
      const timer = state.timers.find(({ id }) => id === timerId)
      const timers = state.timers.filter((one) => one !== timer)
      if (timer?.deadline === undefined) return { ...state, timers }
      const { deadline, about } = timer
      const isOther = (one              ) => one.deadline !== deadline || one.about !== about
      const past = { ...timer, deadline, hasPassed: event.type === 'timer.fired', ...waiting(state, timer) }
      return { ...state, timers, pastDeadlines: [...state.pastDeadlines.filter(isOther), past] }
    }
    case 'workProduct.drafted':
      return withProduct(state, event.data.workProductId, 'draft')
    case 'workProduct.submitted':
      return withProduct(state, event.data.workProductId, 'inReview')
    case 'workProduct.returned':
      return withProduct(state, event.data.workProductId, 'draft')
    case 'workProduct.reinstated':
      return withProduct(state, event.data.workProductId, event.data.status)
    case 'workProduct.discarded':
      return state.workProduct?.id === event.data.workProductId ? { ...state, workProduct: null } : state
    case 'workProduct.signed': {
      const { workProductId, packageSha256, dispositions } = event.data
      const decided = { workProductId, issues: dispositions.length, sentBack: 0 }
      return { ...withProduct(state, workProductId, 'signed', packageSha256), decided, isSent: false }
    }
    case 'workProduct.cleared':
      return withProduct(state, event.data.workProductId, 'cleared', event.data.packageSha256)
    case 'workProduct.released':
      return {
        ...withProduct(state, event.data.workProductId, 'released', event.data.packageSha256),
        effectuation: 'pending',
      }
    case 'workProduct.recalled':
      return {
        ...withProduct(state, event.data.workProductId, 'recalled', event.data.packageSha256),
        isSent: false,
      }
    case 'remand.sentBack': {
      const { remandId, workProductId, issueIds } = event.data
      const { decided } = state
      const isOfLast = decided !== null && decided.workProductId === workProductId
      return {
        ...state,
        away: [...state.away, remandId],
        decided: isOfLast ? { ...decided, sentBack: decided.sentBack + issueIds.length } : decided,
      }
    }
    case 'remand.resumed':
      return {
        ...state,
        away: [...state.away.filter((id) => id !== event.data.remandId), event.data.remandId],
      }
    case 'remand.progressed': {
      const { remandId } = event.data
      return { ...state, heardOf: [...state.heardOf.filter((id) => id !== remandId), remandId] }
    }
    case 'remand.ended':
      return { ...state, away: state.away.filter((id) => id !== event.data.remandId) }
    case 'remand.returned':
    case 'remand.received': {
      const { remandId } = event.data
      const isSettled = state.workProduct?.status === 'released'
      return {
        ...state,
        away: state.away.filter((id) => id !== remandId),
        workProduct: isSettled ? null : state.workProduct,
      }
    }
    case 'session.scheduled':
    case 'session.rescheduled': {
      const { sessionId, slot } = event.data
      return {
        ...state,
        sessions: { ...state.sessions, [sessionId]: 'scheduled' },
        sessionStarts: { ...state.sessionStarts, [sessionId]: slot.startsAt },
      }
    }
    case 'session.requested':
    case 'session.held':
    case 'session.noShow':
    case 'session.postponed':
    case 'session.withdrawn': {
      const status = event.type.slice('session.'.length)
      return { ...state, sessions: { ...state.sessions, [event.data.sessionId]: status } }
    }
    case 'effectuation.completed':
    case 'effectuation.failed': {
      // What an earlier decision comes to does not say how the last one stands.
      const isOfLast = !state.decided || state.decided.workProductId === event.data.workProductId
      if (!isOfLast) return state
      return { ...state, effectuation: event.type === 'effectuation.completed' ? 'completed' : 'failed' }
    }
    case 'delivery.owed':
      return { ...state, owed: [...state.owed, event.data.deliveryId], isSent: false }
    // A failed delivery is owed again.
    case 'delivery.failed': {
      const { deliveryId, workProductId } = event.data
      if (workProductId === undefined) return state
      return state.owed.includes(deliveryId)
        ? state
        : { ...state, owed: [...state.owed, deliveryId], isSent: false }
    }
    case 'delivery.receipted': {
      const owed = state.owed.filter((id) => id !== event.data.deliveryId)
      const isOfLast = state.decided?.workProductId === event.data.workProductId
      return { ...state, owed, isSent: state.isSent || (isOfLast && owed.length === 0) }
    }
    case 'delivery.withdrawn':
      return { ...state, owed: state.owed.filter((id) => id !== event.data.deliveryId) }
    default:
      return state
  }
}
function judgedIn({
  mailType,
  documentId,
  taskId,
  receiptDate: receivedOn,
  channel,
  postmarkDate: postmark,
  timeliness,
}                                                    )               {
  if (!timeliness || receivedOn === undefined) return []
  const arrival = { receivedOn, ...withoutUndefined({ channel, postmark }) }
  return [{ mailType, ...withoutUndefined({ documentId }), taskId, arrival, timeliness }]
}
/** What it is worked out anew without. */
function withoutReckoning                   ({ due: _, day: __, tolls: ___, ...timer }     )      {
  return timer
}
function waiting({ tasks }           , { taskId }       )                             {
  const task = tasks.find(({ id }) => id === taskId)
  if (!task) return {}
  const under = tasks.find(({ id }) => id === task.parentId)?.type
  return { task: { type: task.type, ...withoutUndefined({ under }) } }
}
function withDays(state           , event          )            {
  const days = daysAfter(state.days, event)
  if (datedTypes.includes(event.type))
    return { ...state, days: { ...days, events: { ...days.events, [event.type]: event.at } } }
  return days === state.days ? state : { ...state, days }
}
function withProduct(
  state           ,
  id        ,
  status        ,
  packageSha256                = null,
)            {
  return { ...state, workProduct: { id, status, packageSha256 } }
}
function changed(state           , taskId        , change                              )            {
  return { ...state, tasks: state.tasks.map((task) => (task.id === taskId ? change(task) : task)) }
}
function withHolder(
  state           ,
  { type, about }                                  ,
  assignee                      ,
)            {
  if (assignee?.kind !== 'person') return state
  const ofThing = about === undefined ? {} : { [holderKey(type, about)]: assignee }
  return {
    ...state,
    lastHolder: assignee,
    lastHolders: { ...state.lastHolders, [type]: assignee, ...ofThing },
  }
}
const holderKey = (type        , about        ) => `${type} ${about}`
/** Who last had a task of a type: of those about this thing, where there was one. */
function lastHolderOf(
  { lastHolders }           ,
  type        ,
  about                    ,
)                       {
  return (about === undefined ? undefined : lastHolders[holderKey(type, about)]) ?? lastHolders[type]
}
return { openStatuses, isPending, initialWork, workEventTypes, datedTypes, workReads, evolveWork, withoutReckoning, lastHolderOf }
})()

const coreWorkDraft = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { aboutOf } = coreWorkAbout
const { evolveWork } = coreWorkState
/** A decision in progress: the facts so far, and the resulting state. */
function draftFrom(caseId        , state           , context         )        {
  const facts         = []
  let now = state
  return {
    caseId,
    context,
    facts,
    get state() {
      return now
    },
    add(fact) {
      facts.push(fact)
      now = evolveWork(now, { ...fact, at: context.at.toISOString(), actor: context.actor })
    },
  }
}
function taskTypeOf({ profile }             , name        )                       {
  return profile.taskTypes.find((type) => type.name === name)
}
/** Whether the task is about something that arrived. */
function isMail({ state, context }                                  , task          )          {
  if (state.mail.includes(task.id)) return true
  return task.isBrought === true && context.profile.mailTypes.some(({ taskType }) => taskType === task.type)
}
/** Whether it stays open when the case is closed. */
function outlives(draft                                  , task          )          {
  const { context } = draft
  if (taskTypeOf(context, task.type)?.outlivesCase) return true
  return (
    isMail(draft, task) &&
    context.profile.mailTypes.some((row) => row.taskType === task.type && row.allowedOnClosed)
  )
}
/** The workflow of a case; that of the first case type if its own has left the profile. */
function workflowOf({ profile }             , caseType               )           {
  const type = profile.caseTypes.find(({ name }) => name === caseType) ?? profile.caseTypes[0]
  const workflow = profile.workflows.find(({ name }) => name === type?.workflow) ?? profile.workflows[0]
  if (!workflow) throw new Error('the profile has no workflow')
  return workflow
}
function teamAssignee({ profile }             , name        )           {
  const label = profile.teams.find((team) => team.name === name)?.label ?? name
  return { kind: 'team', id: name, name: label }
}
const holdTimer = 'hold'
const waitingForChildren = 'A task under it is open.'
function hold(draft       , task          , why        , until         ) {
  const data = { ...named(draft, task), why, ...(until === undefined ? {} : { until }) }
  draft.add({ type: 'task.held', subject: task.id, data })
}
/** How events speak of a task. */
function named({ state }       , task          )                                                   {
  const about = aboutOf(state, task)
  return { taskId: task.id, type: task.type, ...(about === undefined ? {} : { about }) }
}
/**
 * Closes a task after all that stands under it, but for mail and what outlives the case, which moves up to the root.
 * What it stands under goes on when it was the last there.
 */
function endTask(draft       , task          , ending        ) {
  endChildren(draft, task)
  stopTimers(draft, ({ taskId }) => taskId === task.id)
  if (ending.as === 'cancelled') {
    draft.add({ type: 'task.cancelled', subject: task.id, data: { ...named(draft, task), why: ending.why } })
  } else {
    const { outcome, note, person, changes } = ending
    const data = {
      ...named(draft, task),
      ...(outcome === undefined ? {} : { outcome }),
      ...(note === undefined ? {} : { note }),
      ...(person === undefined ? {} : { named: person }),
      ...changes,
    }
    draft.add({ type: 'task.completed', subject: task.id, data })
  }
  resumeParent(draft, task)
}
function endChildren(draft       , task          ) {
  const { rootId } = draft.state
  for (const child of childrenOf(draft.state, task.id).toReversed()) {
    const stays = outlives(draft, child) || isMail(draft, child)
    if (stays && rootId && task.id !== rootId) {
      draft.add({ type: 'task.moved', subject: child.id, data: { ...named(draft, child), parentId: rootId } })
    } else {
      endTask(draft, child, { as: 'cancelled', why: 'The task above it was closed.' })
    }
  }
}
/** The root stays on hold until the case is closed. */
function resumeParent(draft       , { parentId }          ) {
  const parent = draft.state.tasks.find(({ id }) => id === parentId)
  if (!parent || parent.id === draft.state.rootId || parent.status !== 'onHold') return
  if (childrenOf(draft.state, parent.id).length > 0) return
  const data = { ...named(draft, parent), why: 'The tasks under it are closed.' }
  draft.add({ type: 'task.resumed', subject: parent.id, data })
}
function childrenOf({ tasks }           , taskId        )             {
  return tasks.filter(({ parentId }) => parentId === taskId)
}
function setTimer(
  draft       ,
  timer
              ,
) {
  const { timerId: id, name, taskId, about: _, ...set } = timer
  const task = draft.state.tasks.find((task) => task.id === taskId)
  const about = task ? aboutOf(draft.state, task) : timer.about
  stopTimers(draft, (other) => other.name === name && other.taskId === taskId && other.about === about)
  const data = {
    ...namedTimer({ id, name, ...withoutUndefined({ taskId, about }) }),
    ...withoutUndefined(set),
  }
  draft.add({ type: 'timer.set', subject: id, data })
}
/** How events speak of a timer. */
function namedTimer({ id, name, taskId, about, deadline }                    ) {
  return { timerId: id, name, ...withoutUndefined({ taskId, about, deadline }) }
}
function stopTimers(draft       , isMeant                                                 ) {
  for (const timer of draft.state.timers.filter(isMeant)) {
    draft.add({ type: 'timer.cancelled', subject: timer.id, data: namedTimer(timer) })
  }
}
/** Whatever is owed to a recipient has a receipt, or a task of its own; else this may not end. */
function refuseOwing({ state }       ) {
  if (state.workProduct?.status === 'cleared') {
    throw new Refusal(
      'stateForbids',
      'The decision is being sealed and will be released in a moment: try again then.',
    )
  }
  const forgotten = state.owed.filter((id) => !state.tasks.some(({ about }) => about === id))
  if (forgotten.length === 0) return
  throw new Refusal(
    'stateForbids',
    `The decision has not been delivered to ${forgotten.length} of its recipients: record how it was sent, or that it failed.`,
  )
}
return { draftFrom, taskTypeOf, isMail, outlives, workflowOf, teamAssignee, holdTimer, waitingForChildren, hold, named, endTask, childrenOf, setTimer, namedTimer, stopTimers, refuseOwing }
})()

const coreWorkActions = (() => {
const ofPersons = ["decideIssues","docketAnyway","advanceCases","draft","reviewDrafts","signDecisions","signForOthers","releaseDecisions","recallDecisions","reopenCases","askForCases","certifyTranscripts"]
const anotherPerson = {"0":true,"1":true,"2":true,"3":true,"4":true,"5":true,"6":true,"7":true,"8":true,"9":true,"10":true,"11":true,"12":true,"13":true}
const isIntegration = ({ kind } ) => kind === 'integration'
const { taskTypeOf } = coreWorkDraft
const taskActions = [
  'start',
  'assign',
  'hold',
  'resume',
  'complete',
  'cancel',
  'instruct',
  'openChild',
]
/** Who may work on tasks. */
/** What can be done with an open task, regardless of the caller. */
function possibleOn(task       , { profile }                          )               {
  // The root task moves by rules alone.
  if (task.parentId === undefined) return ['instruct']
  const type = taskTypeOf({ profile }, task.type)
  const isHeld = task.status === 'onHold'
  const can                              = {
    start: task.status === 'assigned',
    assign: true,
    hold: !isHeld && type?.holdDays !== undefined,
    resume: isHeld && !task.hasChildren,
    complete: !isHeld && !type?.byRulesOnly,
    cancel: !type?.byRulesOnly,
    instruct: true,
    openChild: (type?.children?.length ?? 0) > 0,
  }
  return taskActions.filter((action) => can[action])
}
/**
 * What somebody may do with an open task. Its holder, who is the person it is assigned to or anyone of its team, does
 * the work and hands it on; those whom the profile calls its supervisors, and administrators, also take it or end it.
 */
function actionsOn(task       , worker        , { profile }                          )               {
  const holds = isHolder(task, worker, profile)
  const supervises = isSupervisor(task.type, worker, profile)
  if ((!holds && !supervises) || !mayWork(worker.roles, profile)) return []
  const mayDo = !isIntegration(worker) || !isOfPersons(task.type, profile)
  const isAllowed                                       = {
    start: holds && mayDo,
    complete: mayDo && holdOf(task, worker, profile) === 'own',
    cancel: supervises,
  }
  return possibleOn(task, { profile }).filter((action) => isAllowed[action] ?? true)
}
/** What a supervisor may do in the place of the person who holds the task, with a reason. */
function overridesOn(
  task       ,
  worker        ,
  { profile }                          ,
)               {
  if (holdOf(task, worker, profile) !== 'supervised' || !mayWork(worker.roles, profile)) return []
  if (isIntegration(worker) && isOfPersons(task.type, profile)) return []
  return possibleOn(task, { profile }).filter((action) => action === 'complete')
}
/**
 * Whose a task is, seen by somebody: their own or their team's, that of another person whom they supervise, or another's.
 * What waits with a team belongs to its supervisors too.
 */
function holdOf(task                                  , worker        , profile         )       {
  if (isHolder(task, worker, profile)) return 'own'
  if (!isSupervisor(task.type, worker, profile)) return 'another'
  return task.assignee?.kind === 'person' ? 'supervised' : 'own'
}
/** Who has a task, and who may act in their place, for a refusal. */
function heldSentence(
  { type, assignee }                                  ,
  { profile, caller }                                     ,
)                                        {
  const { label = type, supervisors = [] } = taskTypeOf({ profile }, type) ?? {}
  const who = assignee ? `is held by ${holderFor(assignee, caller)}` : 'is held by nobody'
  const named = profile.roles.filter(
    ({ name, isAdministrator }) => isAdministrator || supervisors.includes(name),
  )
  return { held: `“${label}” ${who}`, supervisors: named.map((role) => role.label).join(', ') }
}
function holderFor({ kind, name }          , caller                   )         {
  if (kind === 'team') return `the team ${name}`
  return caller?.isParty ? anotherPerson : name
}
function isHolder(
  { type, assignee }                                  ,
  worker        ,
  profile         ,
)          {
  if (!assignee) return false
  if (assignee.kind === 'person') return assignee.id === worker.id
  return worker.teams.includes(assignee.id) && mayHave(type, worker, profile)
}
/** Whoever supervises a task gives it to any team; its holder, back to that of its type or to one of their own. */
function mayGiveTo(type        , { kind, id }          , worker        , profile         )          {
  if (kind === 'person' || isSupervisor(type, worker, profile)) return true
  return taskTypeOf({ profile }, type)?.team === id || worker.teams.includes(id)
}
function isSupervisor(type        , { roles }        , profile         )          {
  const { supervisors = [] } = taskTypeOf({ profile }, type) ?? {}
  return isAdministrator(roles, profile) || roles.some((role) => supervisors.includes(role))
}
/**
 * Whether somebody may be given a task of a type: one of their roles has an action that the type names. What only persons
 * do is for no account of another system.
 */
function mayHave(
  type        ,
  { roles, kind }                                ,
  profile         ,
)          {
  if (isIntegration({ kind }) && isOfPersons(type, profile)) return false
  const needs = neededFor(type, profile)
  if (isAdministrator(roles, profile)) return true
  return profile.roles.some(
    ({ name, may }) => roles.includes(name) && needs.some((action) => may.includes(action)),
  )
}
const neededFor = (type        , profile         )                    =>
  taskTypeOf({ profile }, type)?.needs ?? ['workTasks']
/** Whether doing a task of a type takes judgment. */
function isOfPersons(type        , profile         )          {
  return neededFor(type, profile).every((action) => ofPersons.some((one) => one === action))
}
/** Whether these roles work on tasks at all. */
function mayWork(roles                   , profile         )          {
  return (
    isAdministrator(roles, profile) ||
    profile.roles.some(({ name, may }) => roles.includes(name) && may.includes('workTasks'))
  )
}
function isAdministrator(roles                   , profile         )          {
  return profile.roles.some((role) => role.isAdministrator && roles.includes(role.name))
}
return { taskActions, possibleOn, actionsOn, overridesOn, holdOf, heldSentence, isHolder, mayGiveTo, isSupervisor, mayHave, neededFor, isOfPersons }
})()

const coreWorkOverride = (() => {
/** That somebody acted in the place of whoever holds a task. */
function overrideUsed({
  action,
  task,
  workProductId,
  why,
}
 )       {
  const data = {
    action,
    ...(task ? { taskId: task.id, type: task.type } : {}),
    ...(task?.assignee ? { holder: task.assignee } : {}),
    ...(workProductId === undefined ? {} : { workProductId }),
    why: why.trim(),
  }
  return { type: 'override.used', subject: workProductId ?? task?.id ?? '', data }
}
return { overrideUsed }
})()

const coreDecisionHolders = (() => {
const { Refusal, workerIn } = coreKernelDecider
const { heldSentence, holdOf, isHolder, isSupervisor, neededFor } = coreWorkActions
const { overrideUsed } = coreWorkOverride
const writing                    = ['draft']
const reviewing                    = ['signDecisions', 'reviewDrafts']
const releasing                    = ['releaseDecisions']
/** Who acts, and on what: the service itself acts without a caller. */
/**
 * Refuses whoever does not hold the work product: while it is written, the task that its type calls for drafting or for
 * review; while it is in review, the latter. Where neither is open it is nobody's.
 */
function refuseUnlessWriter({ tasks, context }        , status                   , verb        ) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const own = tasksIn(tasks, status, profile)
  const [task] = own
  if (!task || holdOfAll(own, worker, profile) === 'own') return
  const { held } = heldSentence(task, context)
  throw new Refusal('forbidden', `${held}: only they can ${verb} the work product now.`)
}
/** The same for submitting and returning, which a supervisor of the task may do in their place, with a reason. */
function overrideFor(
  acting        ,
  {
    action,
    workProductId,
    override,
  }                                                                                       ,
)         {
  const { tasks, context } = acting
  const worker = workerOf(context)
  const { profile } = context
  const own = tasksIn(tasks, action === 'submit' ? 'draft' : 'inReview', profile)
  const [task] = own
  if (!worker || !task) return []
  const hold = holdOfAll(own, worker, profile)
  if (hold === 'own') return []
  const { held, supervisors } = heldSentence(task, context)
  if (hold === 'another')
    throw new Refusal(
      'forbidden',
      `${held}: only they can ${action} the work product, or a supervisor of the task who gives a reason in override (${supervisors}).`,
    )
  if (override === undefined)
    throw new Refusal(
      'forbidden',
      `${held}: to ${action} the work product in their place, give a reason in override.`,
    )
  const inPlaceOf = own.find((one) => holdOf(one, worker, profile) === 'supervised') ?? heldByPerson(own)
  return [overrideUsed({ action, task: inPlaceOf, workProductId, why: override })]
}
/** A signature is that of one person: a review that waits with a team is first taken by one of them. */
function signatureOverride(
  { tasks, context }        ,
  { override, mayOverride = false }                                                                      ,
)                                               {
  const worker = workerOf(context)
  if (!worker) return undefined
  const { profile } = context
  const reviews = tasksFor(tasks, reviewing, profile)
  if (reviews.some(({ assignee }) => assignee?.kind === 'person' && assignee.id === worker.id))
    return undefined
  const [task] = reviews
  if (override !== undefined && mayOverride) return { ...(task ? { task } : {}), why: override.trim() }
  const held = task ? heldSentence(task, context).held : 'Nobody holds the review of this work product'
  const isTheirTeams = task?.assignee?.kind === 'team' && holdOf(task, worker, profile) === 'own'
  if (mayOverride)
    throw new Refusal('forbidden', `${held}: to sign in their place, give a reason in override.`)
  throw new Refusal(
    'forbidden',
    isTheirTeams
      ? `${held}: assign it to yourself before you sign.`
      : `${held}: only the member who holds it can sign. Anyone else needs the action \`signForOthers\`, and a reason in override.`,
  )
}
/**
 * The issues of a case are decided by whoever writes or reviews the decision: undefined for them, and where nobody does.
 * A supervisor of either task acts in their place, with a reason.
 */
function decidingOverride(
  { tasks, context }        ,
  { verb, override }                                                 ,
)                                              {
  const worker = workerOf(context)
  if (!worker) return undefined
  const { profile } = context
  const { governing, task } = decidedUnder(tasks, profile)
  const hold = holdOfAll(governing, worker, profile)
  if (!task || hold === 'own') return undefined
  const { held, supervisors } = heldSentence(task, context)
  if (hold === 'another')
    throw new Refusal(
      'forbidden',
      `${held}: only those who write or review the decision can ${verb}, or a supervisor of the task who gives a reason in override (${supervisors}).`,
    )
  if (override === undefined)
    throw new Refusal('forbidden', `${held}: to ${verb} in their place, give a reason in override.`)
  return { task, why: override.trim() }
}
/** The same where nobody may act in their place. */
function refuseUnlessDecider({ tasks, context }        , verb        ) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const { governing, task } = decidedUnder(tasks, profile)
  if (!task || holdOfAll(governing, worker, profile) === 'own') return
  const { held } = heldSentence(task, context)
  throw new Refusal('forbidden', `${held}: only those who write or review the decision can ${verb}.`)
}
/** Who has the issues of the case in hand: a person before a team, and whoever writes before whoever reviews. */
function decidersOf(tasks                     , profile         )                  {
  return decidedUnder(tasks, profile).task?.assignee ?? null
}
function decidedUnder(tasks                     , profile         ) {
  const governing = tasksIn(tasks, 'draft', profile)
  return { governing, task: heldByPerson(governing) ?? governing[0] }
}
/**
 * Whose the tasks are that govern one thing together, seen by somebody. What waits with a team is its supervisors' only
 * while no other person holds the rest.
 */
function holdOfAll(tasks                     , worker        , profile         )       {
  if (tasks.some((one) => isHolder(one, worker, profile))) return 'own'
  if (!tasks.some(({ type }) => isSupervisor(type, worker, profile))) return 'another'
  return heldByPerson(tasks) ? 'supervised' : 'own'
}
const heldByPerson = (tasks                     ) => tasks.find(({ assignee }) => assignee?.kind === 'person')
/** While a task of release is open, such as a quality review, nobody releases past it. */
function refuseUnlessReleaser({ tasks, context }        ) {
  const worker = workerOf(context)
  if (!worker) return
  const { profile } = context
  const open = tasksFor(tasks, releasing, profile)
  const [task] = open
  if (!task || open.some((one) => holdOf(one, worker, profile) === 'own')) return
  throw new Refusal(
    'forbidden',
    `${heldSentence(task, context).held}: only they can release the decision now.`,
  )
}
/** Who has the work product in hand. */
function holderIn(
  tasks                     ,
  status                   ,
  profile         ,
)                  {
  const open = status === 'signed' ? tasksFor(tasks, releasing, profile) : tasksIn(tasks, status, profile)
  return open[0]?.assignee ?? null
}
/** The tasks that a work product is in the hands of, while it is written and in review: the first governs. */
function tasksIn(tasks                     , status                   , profile         )             {
  const actions = { draft: [writing, reviewing], inReview: [reviewing] }[status          ] ?? []
  return actions.flatMap((some) => tasksFor(tasks, some, profile))
}
function tasksFor(tasks                     , actions                   , profile         )             {
  return tasks.filter(({ type }) =>
    neededFor(type, profile).some((name) => actions.some((one) => one === name)),
  )
}
function workerOf(context         )                     {
  const { caller } = context
  return caller && { ...workerIn(context), ...caller }
}
return { refuseUnlessWriter, overrideFor, signatureOverride, decidingOverride, refuseUnlessDecider, decidersOf, refuseUnlessReleaser, holderIn }
})()

const coreWorkHeldTasks = (() => {
/** An open task of the case. */
const heldTaskEvents                       = [
  'task.opened',
  'task.assigned',
  'task.completed',
  'task.handedOver',
  'task.cancelled',
]
/** The open tasks of the case after an event, for who holds what. */
function heldAfter(tasks            , event          )             {
  switch (event.type) {
    case 'task.opened': {
      const { taskId: id, type, assignee } = event.data
      return [...tasks, { id, type, ...(assignee ? { assignee } : {}) }]
    }
    case 'task.assigned': {
      const { taskId, assignee } = event.data
      return tasks.map((task) => (task.id === taskId ? { ...task, assignee } : task))
    }
    case 'task.completed':
    case 'task.handedOver':
    case 'task.cancelled':
      return tasks.filter(({ id }) => id !== event.data.taskId)
    default:
      return tasks
  }
}
return { heldTaskEvents, heldAfter }
})()

const coreDecisionRemandState = (() => {
const isAway = (status ) => status !== 'returned' && status !== 'ended'
const { authorOf } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { heldAfter, heldTaskEvents } = coreWorkHeldTasks
/** What is to be done, as whoever decides the issue has written it. */
const remandEventTypes                       = [
  'remand.sentBack',
  'remand.received',
  'remand.mandateCorrected',
  'remand.progressed',
  'remand.returned',
  'remand.answered',
  'remand.answerRemoved',
  'remand.instructionJudged',
  'remand.ended',
  'remand.resumed',
]
const remandReads                       = [
  ...remandEventTypes,
  'issue.added',
  'issue.edited',
  'issue.decided',
  'issue.undecided',
  'issue.removed',
  'issue.split',
  'issue.merged',
  'issue.restored',
  'workProduct.signed',
  'workProduct.released',
  'workProduct.recalled',
  ...heldTaskEvents,
]
const noRemands               = { remands: [], issues: {}, released: null, signed: {}, tasks: [] }
function evolve(state              , event          )               {
  switch (event.type) {
    case 'remand.sentBack': {
      const { remandId: id, workProductId, issueIds, to, adjudicator, instructions } = event.data
      const remand              = {
        id,
        kind: 'board',
        status: 'sentBack',
        issueIds,
        ...withoutUndefined({ workProductId, adjudicator }),
        to,
        sentAt: event.at,
        instructions: instructions.map((one) => ({ ...one, answers: [] })),
      }
      return undecided({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.received': {
      const { remandId: id, documentId, court, mandateOn, issueIds, instructions } = event.data
      const remand              = {
        id,
        kind: 'court',
        status: 'returned',
        issueIds,
        mandate: { documentId, mandateOn, ...withoutUndefined({ court }) },
        sentAt: event.at,
        instructions: instructions.map((one) => ({ ...one, answers: [] })),
      }
      return undecided({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.mandateCorrected': {
      const { remandId, mandateOn } = event.data
      return changed(state, remandId, ({ mandate }) => ({ mandate: mandate && { ...mandate, mandateOn } }))
    }
    case 'remand.progressed': {
      const { remandId, status, note } = event.data
      const progress = { status, ...withoutUndefined({ note }), ...told(event) }
      return changed(state, remandId, () => ({ status, progress }))
    }
    case 'remand.returned': {
      const { remandId, documentIds, receivedOn, why, goesTo, goesToWhy } = event.data
      const returned = {
        receivedOn,
        documentIds,
        goesTo,
        ...withoutUndefined({ why, goesToWhy }),
        ...told(event),
      }
      return changed(state, remandId, () => ({ status: 'returned', returned }))
    }
    case 'remand.answered': {
      const { remandId, instructionId, answerId: id, anchor, note } = event.data
      const answer = { id, anchor, ...withoutUndefined({ note }), ...told(event) }
      return instructed(state, { remandId, instructionId }, (one) => ({
        ...one,
        answers: [...one.answers, answer],
      }))
    }
    case 'remand.answerRemoved': {
      const { answerId } = event.data
      return instructed(state, event.data, (one) => ({
        ...one,
        answers: one.answers.filter(({ id }) => id !== answerId),
      }))
    }
    case 'remand.instructionJudged': {
      const { result, why } = event.data
      const judgment = { result, ...withoutUndefined({ why }), ...told(event) }
      return instructed(state, event.data, (one) => ({ ...one, judgment }))
    }
    case 'remand.ended': {
      const { remandId, how, why } = event.data
      return changed(state, remandId, () => ({ status: 'ended', ended: { how, why, ...told(event) } }))
    }
    case 'remand.resumed': {
      const { remandId, issueIds } = event.data
      return changed(undecided(state, issueIds), remandId, ({ ended: _, progress, ...remand }) => ({
        ...remand,
        issueIds,
        status: progress?.status === 'workDone' ? 'workDone' : progress ? 'acknowledged' : 'sentBack',
        ended: undefined,
      }))
    }
    case 'issue.added':
    case 'issue.edited': {
      const { issueId, issueType, benefitType } = event.data
      const issue = { ...state.issues[issueId], issueType, ...withoutUndefined({ benefitType }) }
      return { ...state, issues: { ...state.issues, [issueId]: issue } }
    }
    case 'issue.decided': {
      const { issueId, disposition, reasons, instructions = [] } = event.data
      const issue = state.issues[issueId]
      if (!issue) return state
      const decided = { disposition, reasons, instructions }
      return { ...state, issues: { ...state.issues, [issueId]: { ...issue, decided } } }
    }
    case 'issue.undecided':
      return undecided(state, [event.data.issueId])
    case 'issue.split':
      return left(state, [event.data.issueId], event.data.into)
    case 'issue.merged':
      return left(state, event.data.from, [event.data.issueId])
    case 'issue.removed': {
      const { issueId } = event.data
      const leftAway = awayIn(state).find(({ issueIds }) => issueIds.includes(issueId))?.id
      const { issues } = left(state, [issueId])
      const issue = issues[issueId]
      return {
        ...state,
        issues: issue ? { ...issues, [issueId]: { ...issue, ...withoutUndefined({ leftAway }) } } : issues,
        remands: without(state.remands, [issueId]),
      }
    }
    case 'issue.restored': {
      const { [event.data.issueId]: issue, ...others } = state.issues
      if (!issue) return state
      const { hasLeft: _, became: __, ...listed } = issue
      return { ...state, issues: { ...others, [event.data.issueId]: listed } }
    }
    case 'workProduct.signed': {
      const { workProductId, dispositions } = event.data
      const signed = { workProductId, signer: authorOf(event), dispositions }
      const decides = dispositions.map(({ issueId }) => issueId)
      const issues = { ...state.issues }
      for (const id of decides) if (issues[id]) issues[id] = { ...issues[id], signedIn: workProductId }
      return {
        ...state,
        issues,
        signed: { ...state.signed, [workProductId]: signed },
        remands: state.remands.map((remand) =>
          remand.status === 'returned' && nowOf(state, remand.issueIds).some((id) => decides.includes(id))
            ? { ...remand, decidedIn: workProductId }
            : remand,
        ),
      }
    }
    case 'workProduct.released': {
      const { workProductId } = event.data
      const { [workProductId]: released, ...others } = state.signed
      if (!released) return { ...state, released: null }
      return { ...state, released, signed: { ...others, [workProductId]: { ...released, isReleased: true } } }
    }
    case 'workProduct.recalled': {
      const { workProductId } = event.data
      const issues = Object.entries(state.issues).map(([id, { signedIn, ...issue }]) => [
        id,
        signedIn === undefined || signedIn === workProductId ? issue : { ...issue, signedIn },
      ])
      return {
        ...state,
        issues: Object.fromEntries(issues),
        released: state.released?.workProductId === workProductId ? null : state.released,
        remands: state.remands.map(({ decidedIn, ...remand }) =>
          decidedIn === undefined || decidedIn === workProductId ? remand : { ...remand, decidedIn },
        ),
      }
    }
    default:
      return { ...state, tasks: heldAfter(state.tasks, event) }
  }
}
const awayIn = ({ remands }                               )                =>
  remands.filter(({ status }) => isAway(status))
const told = (event          ) => ({ by: authorOf(event).name, at: event.at })
function changed(
  state              ,
  remandId        ,
  change                                                                                                ,
)               {
  const remands = state.remands.map((remand) =>
    remand.id === remandId ? (withoutUndefined({ ...remand, ...change(remand) })               ) : remand,
  )
  return { ...state, remands }
}
function instructed(
  state              ,
  { remandId, instructionId }                                             ,
  change                                                       ,
)               {
  return changed(state, remandId, ({ instructions }) => ({
    instructions: instructions.map((one) => (one.id === instructionId ? change(one) : one)),
  }))
}
function undecided(state              , issueIds                   )               {
  const issues = { ...state.issues }
  for (const id of issueIds) {
    const { decided: _, signedIn: __, leftAway: ___, ...issue } = issues[id] ?? { issueType: '' }
    issues[id] = issue
  }
  return { ...state, issues }
}
function left(state              , issueIds                   , became           )               {
  const issues = { ...state.issues }
  for (const id of issueIds)
    if (issues[id]) issues[id] = { ...issues[id], hasLeft: true, ...withoutUndefined({ became }) }
  return { ...state, issues }
}
/** As what these issues are decided now: what was split or merged goes on as others. */
function nowOf({ issues }                              , issueIds                   )           {
  const now = issueIds.flatMap((id) => {
    const became = issues[id]?.became
    return became ? nowOf({ issues }, became) : [id]
  })
  return [...new Set(now)]
}
const without = (remands                        , issueIds                   ) =>
  remands.map((remand) =>
    isAway(remand.status)
      ? { ...remand, issueIds: remand.issueIds.filter((id) => !issueIds.includes(id)) }
      : remand,
  )
return { remandEventTypes, remandReads, noRemands, evolve, awayIn, nowOf }
})()

const coreDecisionRemand = (() => {
const isAway = (status ) => status !== 'returned' && status !== 'ended'
const { isSameAnchor, refuseTwistedBox } = coreFileAnchors
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { oneOf } = coreKernelKnownWords
const { withoutUndefined } = coreKernelWithoutUndefined
const { longDay } = coreTimeCalendarDays
const { dayShownIn } = coreTimeDaysInZone
const { refuseUnlessDecider } = coreDecisionHolders
const { awayIn, evolve, noRemands, remandReads } = coreDecisionRemandState
/** Whether whoever signed may have the case again; if not, why. */
/** What was sent back with a decision, and what a court has sent back: instructions, how far the work is, its answers. */
const remands                                       = {
  name: 'remands',
  needs: {
    sendBack: null,
    awaitRemand: null,
    bringRemands: null,
    receiveFromCourt: 'trackRemands',
    correctMandate: 'trackRemands',
    reportProgress: 'trackRemands',
    takeBack: 'trackRemands',
    answerInstruction: 'citeEvidence',
    removeAnswer: 'citeEvidence',
    judgeInstruction: 'decideIssues',
    endRemands: null,
    endEmpty: null,
    resumeIssue: null,
    resumeRemands: null,
  },
  stateVersion: 3,
  reads: () => ({ types: remandReads }),
  initial: noRemands,
  evolve,
  decide(command, state, context) {
    switch (command.type) {
      case 'sendBack':
        return sendBack(command, state, context)
      case 'awaitRemand':
        return command.remands
          .filter(({ remandId }) => !state.remands.some(({ id }) => id === remandId))
          .map((data) => ({ type: 'remand.sentBack', subject: data.remandId, data }))
      case 'bringRemands':
        return command.facts.filter(({ subject }) => !state.remands.some(({ id }) => id === subject))
      case 'receiveFromCourt':
        return receive(command, state, context)
      case 'correctMandate':
        return correctMandate(command, state, context)
      case 'reportProgress':
        return progress(command, state)
      case 'takeBack':
        return takeBack(command, state, context)
      case 'answerInstruction':
        return byDeciders(answer(command, state), state, context)
      case 'removeAnswer':
        return byDeciders(removeAnswer(command, state), state, context)
      case 'judgeInstruction':
        return byDeciders(judge(command, state), state, context)
      case 'endRemands':
        return end(command, state)
      case 'endEmpty':
        return awayIn(state)
          .filter(({ issueIds }) => issueIds.length === 0)
          .map((remand) => ended(remand, 'issuesGone', 'None of its issues is left in this case.'))
      case 'resumeIssue':
        return resumeIssue(command.issueId, state)
      case 'resumeRemands':
        return command.remands.flatMap(({ remandId, issueIds })         => {
          const remand = state.remands.find(({ id }) => id === remandId)
          if (remand?.status !== 'ended') return []
          const data = { remandId, issueIds, why: command.why }
          return [{ type: 'remand.resumed', subject: remandId, data }]
        })
    }
  },
}
/** One remand for each place that does the work. */
function sendBack({ event }                , state              , { profile }         )         {
  const { released, issues } = state
  if (!released || state.remands.some(({ workProductId }) => workProductId === released.workProductId))
    return []
  const { workProductId, signer } = released
  const isSentBack = (name        ) =>
    profile.dispositions.some((one) => one.name === name && one.sendsBack === true)
  const sent = released.dispositions.filter(
    ({ issueId, disposition }) => isSentBack(disposition) && issues[issueId]?.signedIn === workProductId,
  )
  const places = Map.groupBy(sent, ({ issueId }) => placeOf(issues[issueId]?.benefitType, profile))
  return [...places].map(([to, ofPlace]) => {
    const remandId = derivedId('remand', event, to.name)
    const issueIds = ofPlace.map(({ issueId }) => issueId)
    const data           = {
      remandId,
      workProductId,
      issueIds,
      decided: decidedBefore(issueIds, state),
      to: { name: to.name, label: to.label },
      adjudicator: signer,
      instructions: issueIds.flatMap((id) => instructionsOf(id, state, profile)),
    }
    return { type: 'remand.sentBack', subject: remandId, data }
  })
}
function decidedBefore(issueIds                   , { issues }              ) {
  return issueIds.flatMap((issueId) => {
    const issue = issues[issueId]
    if (issue?.signedIn === undefined || !issue.decided) return []
    const { issueType, benefitType, signedIn: workProductId, decided } = issue
    const words = { issueType, ...withoutUndefined({ benefitType }) }
    return [{ issueId, ...words, disposition: decided.disposition, workProductId }]
  })
}
const elsewhere        = { name: 'elsewhere', label: 'Where the decision under appeal was made' }
function placeOf(benefitType                    , { remands: words }         )        {
  const places = words?.places ?? []
  const named = places.find(({ benefitTypes }) => benefitTypes?.includes(benefitType ?? ''))
  return named ?? places.find(({ benefitTypes }) => benefitTypes === undefined) ?? places[0] ?? elsewhere
}
/** What was written, and each reason that nothing was written for. */
function instructionsOf(issueId        , { issues }              , profile         )                {
  const { reasons = [], instructions = [] } = issues[issueId]?.decided ?? {}
  const labels = new Map(
    profile.reasonGroups.flatMap((group) => group.reasons.map(({ name, label }) => [name, label]         )),
  )
  const timingOf = (reason                    ) => reasons.find((one) => one.reason === reason)?.timing
  const written = instructions.map(({ text, reason }) => ({ text, reason, timing: timingOf(reason) }))
  const bare = reasons
    .filter(({ reason }) => !instructions.some((one) => one.reason === reason))
    .map(({ reason, timing }) => ({ text: labels.get(reason) ?? reason, reason, timing }))
  return [...written, ...bare].map(({ text, reason, timing }, index) => ({
    id: `${issueId}-${index + 1}`,
    issueId,
    text,
    ...withoutUndefined({ reason, timing }),
  }))
}
function refuseLaterMandate(mandateOn        , { profile, at }                                 ) {
  const today = dayShownIn(at, profile.deadlines.timeZone)
  if (mandateOn > today)
    throw new Refusal(
      'invalid',
      `The date of the mandate must be ${longDay(today)}, which is today, or earlier, not ${longDay(mandateOn)}.`,
    )
}
function correctMandate(command                      , state              , context         )         {
  const { remandId, mandateOn, why } = command
  const { mandate } = found(remandId, state)
  if (!mandate)
    throw new Refusal('stateForbids', 'This remand is by the board: it has no mandate of a court.')
  refuseLaterMandate(mandateOn, context)
  if (mandate.mandateOn === mandateOn) return []
  const data = { remandId, mandateOn, was: mandate.mandateOn, why: why.trim() }
  return [{ type: 'remand.mandateCorrected', subject: remandId, data }]
}
function receive(command                        , state              , context         )         {
  const { remandId, documentId, documentType, court, mandateOn, issueIds, instructions, why } = command
  const { profile } = context
  refuseLaterMandate(mandateOn, context)
  if (state.remands.some(({ mandate }) => mandate?.documentId === documentId))
    throw new Refusal('conflict', 'The remand by this mandate is recorded already.')
  const types = profile.remands?.mandateTypes ?? []
  if (types.length > 0 && !types.includes(documentType ?? '')) {
    const labels = profile.documentTypes.filter(({ name }) => types.includes(name)).map(({ label }) => label)
    throw new Refusal(
      'stateForbids',
      `documentId must name the mandate of the court: a document of the type ${oneOf(labels)}.`,
    )
  }
  for (const id of issueIds) refuseUnlessOfCourt(id, state)
  const away = awayIn(state).find((one) => one.issueIds.some((id) => issueIds.includes(id)))
  if (away)
    throw new Refusal(
      'stateForbids',
      'One of these issues is away on a remand of the board: record its return first.',
    )
  const stray = instructions.find(({ issueId }) => issueId !== undefined && !issueIds.includes(issueId))
  if (stray)
    throw new Refusal('invalid', 'issueId of an instruction must be one of the issues that are sent back.')
  const data = {
    remandId,
    documentId,
    mandateOn,
    ...withoutUndefined({ court }),
    issueIds,
    decided: decidedBefore(issueIds, state),
    instructions: instructions.map((one, index) => ({ id: `${index + 1}`, ...one })),
    why: why.trim(),
  }
  return [{ type: 'remand.received', subject: remandId, data }]
}
/** A court sends back what was decided and sent; a decision that is still being made is not taken from those who make it. */
function refuseUnlessOfCourt(issueId        , { issues, signed }              ) {
  const name = issueId.slice(0, 100)
  const issue = Object.hasOwn(issues, issueId) ? issues[issueId] : undefined
  if (!issue) throw new Refusal('invalid', `There is no issue ${name} in this case.`)
  if (issue.hasLeft)
    throw new Refusal(
      'stateForbids',
      `The issue ${name} has left this case: a court cannot send it back to it.`,
    )
  const decision = signed[issue.signedIn ?? '']
  if (issue.decided && !decision?.isReleased)
    throw new Refusal(
      'stateForbids',
      `The decision on the issue ${name} is not ${decision ? 'released' : 'signed'} yet: no court has seen it.`,
    )
}
const order = ['sentBack', 'acknowledged', 'workDone']
function progress({ remandId, status, note }                      , state              )         {
  const remand = away(remandId, state)
  // What is told late of an earlier stage changes nothing.
  if (order.indexOf(status) <= order.indexOf(remand.status)) return []
  const data = { remandId, status, ...withoutUndefined({ note: note?.trim() }) }
  return [{ type: 'remand.progressed', subject: remandId, data }]
}
function takeBack(command                , state              , { profile, at }         )         {
  const dayAtBoard = (moment      ) => dayShownIn(moment, profile.deadlines.timeZone)
  const today = dayAtBoard(at)
  const { remandId, documentIds = [], receivedOn = today, adjudicator } = command
  const known = found(remandId, state)
  if (known.status === 'returned') throw new Refusal('conflict', 'The remand has returned already.')
  const remand = away(remandId, state)
  const why = command.why?.trim()
  if (documentIds.length === 0 && !why)
    throw new Refusal(
      'invalid',
      'documentIds must name the evidence that came back; without any, why must say why the case returns.',
    )
  const came = 'The day on which the work came back must be'
  if (receivedOn > today)
    throw new Refusal(
      'invalid',
      `${came} ${longDay(today)}, which is today, or earlier, not ${longDay(receivedOn)}.`,
    )
  const sentOn = dayAtBoard(new Date(remand.sentAt))
  if (receivedOn < sentOn)
    throw new Refusal(
      'invalid',
      `${came} ${longDay(sentOn)}, on which it was sent back, or later, not ${longDay(receivedOn)}.`,
    )
  const returns = profile.remands?.returns ?? byDefault
  const signer = remand.adjudicator
  const cannot = signer === undefined ? 'Nobody is known to have signed the remand.' : adjudicator?.cannot
  const isBarred = returns.to === 'signer' && cannot !== undefined
  const goesTo = isBarred ? returns.otherwise : returns.to
  const data = {
    remandId,
    issueIds: remand.issueIds,
    documentIds,
    receivedOn,
    ...withoutUndefined({ why }),
    goesTo,
    ...(isBarred ? { goesToWhy: cannot } : {}),
    ...(goesTo === 'signer' && signer ? { adjudicator: signer } : {}),
  }
  return [{ type: 'remand.returned', subject: remandId, data }]
}
const byDefault                                             = { to: 'signer', otherwise: 'docket' }
const mostAnswers = 200
function answer(command                         , state              )         {
  const { remandId, instructionId, answerId, anchor, note } = command
  const { answers } = judged(command, state)
  if (anchor.rect) refuseTwistedBox(anchor.rect)
  if (answers.some((one) => isSameAnchor(one.anchor, anchor))) return []
  if (answers.length >= mostAnswers)
    throw new Refusal('stateForbids', `An instruction has at most ${mostAnswers} answers.`)
  const data = { remandId, instructionId, answerId, anchor, ...withoutUndefined({ note: note?.trim() }) }
  return [{ type: 'remand.answered', subject: remandId, data }]
}
/** As with evidence of an issue. */
function byDeciders(facts        , { tasks }              , context         )         {
  if (facts.length > 0) refuseUnlessDecider({ tasks, context }, 'check the instructions of the remand')
  return facts
}
function removeAnswer(command                    , state              )         {
  const { remandId, instructionId, answerId } = command
  const { answers } = judged(command, state)
  if (!answers.some(({ id }) => id === answerId)) return []
  const data = { remandId, instructionId, answerId }
  return [{ type: 'remand.answerRemoved', subject: remandId, data }]
}
function judge(command                        , state              )         {
  const { remandId, instructionId, result } = command
  const { judgment } = judged(command, state)
  const why = command.why?.trim()
  if (result === 'notSatisfied' && !why)
    throw new Refusal(
      'invalid',
      'why must say what is missing: an instruction that is not satisfied needs it.',
    )
  if (judgment?.result === result && judgment.why === why) return []
  const data = { remandId, instructionId, result, ...withoutUndefined({ why }) }
  return [{ type: 'remand.instructionJudged', subject: remandId, data }]
}
function end(command                  , state              )         {
  const isMeant = ({ workProductId }             ) =>
    command.how === 'closed' || workProductId === command.workProductId
  return awayIn(state)
    .filter(isMeant)
    .map((remand) => ended(remand, command.how, command.why))
}
/** Unless the work has come back meanwhile, or the remand has ended for another reason. */
function resumeIssue(issueId        , { remands, issues }              )         {
  const { leftAway, hasLeft } = issues[issueId] ?? {}
  const remand = remands.find(({ id }) => id === leftAway)
  if (!remand || hasLeft) return []
  if (!isAway(remand.status) && remand.ended?.how !== 'issuesGone') return []
  const { id: remandId, issueIds } = remand
  const why = 'An issue of it is back in the case.'
  const data = { remandId, issueIds: [...issueIds, issueId], why }
  return [{ type: 'remand.resumed', subject: remandId, data }]
}
function ended({ id, issueIds }             , how                                      , why        )       {
  return { type: 'remand.ended', subject: id, data: { remandId: id, issueIds, how, why } }
}
function found(remandId        , { remands }              )              {
  const remand = remands.find(({ id }) => id === remandId)
  if (!remand) throw new Refusal('notFound', 'There is no such remand in this case.')
  return remand
}
function away(remandId        , state              )              {
  const remand = found(remandId, state)
  if (isAway(remand.status)) return remand
  throw new Refusal(
    'stateForbids',
    remand.kind === 'court'
      ? 'A court sent these issues back: they are here already.'
      : `The remand ${remand.status === 'ended' ? 'has ended' : 'has returned'}: no work is awaited any more.`,
  )
}
/** An instruction whose work is here, and that no signed decision has dealt with. */
function judged(
  { remandId, instructionId }                                             ,
  state              ,
)                    {
  const remand = found(remandId, state)
  const instruction = remand.instructions.find(({ id }) => id === instructionId)
  if (!instruction) throw new Refusal('notFound', 'There is no such instruction on this remand.')
  if (remand.status !== 'returned')
    throw new Refusal('stateForbids', 'The work has not come back: record its return first.')
  if (remand.decidedIn !== undefined)
    throw new Refusal('stateForbids', 'A signed decision has dealt with this remand: recall it first.')
  return instruction
}
return { remands, refuseLaterMandate }
})()

const coreDecisionProposalCommands = (() => {
const { Refusal } = coreKernelDecider
const mostProposals = 2000
function propose(
  { workProductId, proposalId, base, proposalSha256 }               ,
  { proposals = {}, version }         ,
)         {
  if (Object.hasOwn(proposals, proposalId)) return []
  if (Object.keys(proposals).length >= mostProposals)
    throw new Refusal('stateForbids', `A work product has at most ${mostProposals} proposals.`)
  const data = { workProductId, proposalId, version, base, proposalSha256 }
  return [{ type: 'workProduct.proposed', subject: workProductId, data }]
}
/** What was accepted before is not accepted twice. */
function acceptProposals(
  { workProductId, proposalIds, accepted }                       ,
  product         ,
)         {
  const open = stillOpen(product, proposalIds, 'accepted')
  return accepted
    .filter(({ proposalId }) => open.includes(proposalId))
    .map(
      (one)       => ({
        type: 'workProduct.proposalAccepted',
        subject: workProductId,
        data: { workProductId, ...one },
      }),
    )
}
function rejectProposals(
  { workProductId, proposalIds, whySha256 }                       ,
  product         ,
)         {
  const why = whySha256 === undefined ? {} : { whySha256 }
  return stillOpen(product, proposalIds, 'rejected').map(
    (proposalId)       => ({
      type: 'workProduct.proposalRejected',
      subject: workProductId,
      data: { workProductId, proposalId, ...why },
    }),
  )
}
function withdrawProposals(
  { workProductId, proposalIds }                         ,
  product         ,
  { actor, onBehalfOf = actor }                                       ,
)         {
  const open = stillOpen(product, proposalIds, 'withdrawn')
  for (const proposalId of proposalIds)
    if (product.proposals?.[proposalId]?.by !== onBehalfOf.id)
      throw new Refusal(
        'forbidden',
        `The proposal ${proposalId} is not yours: only whoever made it can withdraw it.`,
      )
  return open.map(
    (proposalId)       => ({
      type: 'workProduct.proposalWithdrawn',
      subject: workProductId,
      data: { workProductId, proposalId },
    }),
  )
}
/** Of those that are named, the open ones; those that were answered otherwise are refused. */
function stillOpen(
  { proposals = {} }                            ,
  proposalIds                   ,
  wanted                ,
)           {
  return proposalIds.filter((proposalId) => {
    const proposal = Object.hasOwn(proposals, proposalId) ? proposals[proposalId] : undefined
    if (!proposal) throw new Refusal('notFound', `There is no proposal ${proposalId} on this work product.`)
    if (proposal.status !== 'open' && proposal.status !== wanted)
      throw new Refusal(
        'conflict',
        `The proposal ${proposalId} was ${proposal.status}: it can no longer be ${wanted}.`,
      )
    return proposal.status === 'open'
  })
}
return { propose, acceptProposals, rejectProposals, withdrawProposals, stillOpen }
})()

const coreDecisionAuthorityPlaceholders = (() => {
/** Each takes as much as it can, up to a bounded number of tokens; undefined if there is nothing of it. */
const mostSections = 60
const mostWords = 15
const mostOfSection = 24
const placeholders = {
  number: (tokens, from) => {
    const taken = numberAt(tokens, from)
    return taken && { to: taken.to, texts: () => [taken.text] }
  },
  section: sectionsAt,
  name: nameAt,
  pages: pagesAt,
  court: courtAt,
  year: (tokens, from) => {
    const text = tokens[from]?.text ?? ''
    return isNumber(tokens[from]) && isYear(text) ? { to: from + 1, texts: () => [text] } : undefined
  },
}
const placeholderNames = Object.keys(placeholders)
const isNumber = (token                   )                 => token?.kind === 'number'
const isYear = (text        ) => /^(?:1[789]|2[01])\d\d$/.test(text)
/** Digits, also in groups of three. */
function numberAt(tokens                  , from        )                                           {
  const first = tokens[from]
  if (!isNumber(first)) return undefined
  let to = from + 1
  let text = first.text
  for (let groups = 0; groups < 4 && text.length <= 3 + groups * 4; groups++) {
    const [comma, group] = [tokens[to], tokens[to + 1]]
    const isGroup =
      comma?.key === ',' && !comma.hasGap && isNumber(group) && !group.hasGap && group.text.length === 3
    if (!isGroup || first.hasDot) break
    text += `,${group.text}`
    to += 2
  }
  return { to, text }
}
/** A section, or several: `1110, 5107(b) and 5103A`. */
function sectionsAt(tokens                  , from        , { isPlural }                       ) {
  const first = sectionAt(tokens, from)
  if (!first) return undefined
  const texts = [first.text]
  let to = first.to
  while (texts.length < mostSections) {
    const more = separatorEnd(tokens, to)
    const next = more === undefined ? undefined : sectionAt(tokens, more)
    if (!next || isOfNextAuthority(tokens[next.to])) break
    // After one § a bare number is rather a count: “§ 3.303 and 3 examinations”.
    if (!isPlural && !/^\d+\.\d/.test(next.text)) break
    if (!texts.includes(next.text)) texts.push(next.text)
    to = next.to
  }
  return { to, texts: () => texts }
}
const signs = [',', '&']
/** Behind a comma, `and`, `or`, `&`, or a comma with one of these. */
function separatorEnd(tokens                  , from        )                     {
  const isWord = (at        ) => ['and', 'or', '&'].includes(tokens[at]?.key ?? '')
  if (tokens[from - 1]?.hasDot) return undefined
  if (isWord(from)) return from + 1
  if (!signs.includes(tokens[from]?.key ?? '')) return undefined
  return isWord(from + 1) ? from + 2 : from + 1
}
/** In `§§ 1110, 38 C.F.R.` the second number begins another authority. */
const isOfNextAuthority = (next                   ) =>
  next?.hasGap === true && (next.key === '§' || next.isCapital)
/** `3.303(d)`, `5103A`, `4.71a`, `2000e-5(b)`, `17.1-3`. */
function sectionAt(tokens                  , from        )                                           {
  if (!isNumber(tokens[from])) return undefined
  let text = ''
  let at = from
  while (at < from + mostOfSection) {
    const [last, token] = [tokens[at - 1], tokens[at]]
    if (!token) break
    const isTight = at === from || !token.hasGap
    if (isNumber(token) && isTight && (at === from || last?.hasDot || last?.key === '-')) {
      text += at > from && last?.hasDot ? `.${token.text}` : token.text
    } else if (
      token.kind === 'word' &&
      isTight &&
      isNumber(last) &&
      !last.hasDot &&
      /^\p{L}{1,2}$/u.test(token.text)
    ) {
      text += token.text
    } else if (
      token.key === '-' &&
      isTight &&
      !last?.hasDot &&
      isNumber(tokens[at + 1]) &&
      !tokens[at + 1]?.hasGap
    ) {
      text += '-'
    } else {
      const inside = paragraphAt(tokens, at)
      if (inside === undefined || last?.hasDot) break
      text += inside
      at += 2
    }
    at += 1
  }
  return { to: at, text }
}
/** `(a)`, `(1)`, `(iii)`; not `(2015)`. */
function paragraphAt(tokens                  , at        )                     {
  const [open, inside, close] = tokens.slice(at, at + 3)
  if (open?.key !== '(' || close?.key !== ')' || !inside || inside.hasGap) return undefined
  return /^(?:\p{Nd}{1,2}|\p{L}{1,2}|[ivxl]+)$/iu.test(inside.text) ? `(${inside.text})` : undefined
}
/** `53`, `53-54, 61`. */
function pagesAt(tokens                  , from        ) {
  const taken = (at        ) => {
    const first = numberAt(tokens, at)
    if (first && tokens[first.to]?.key === '-') {
      const last = numberAt(tokens, first.to + 1)
      if (last) return { to: last.to, text: `${first.text}-${last.text}` }
    }
    return first
  }
  const first = taken(from)
  if (!first) return undefined
  let { to, text } = first
  for (let count = 0; count < mostWords && tokens[to]?.key === ','; count++) {
    const next = taken(to + 1)
    if (!next) break
    text += `, ${next.text}`
    to = next.to
  }
  const shown = text
  return { to, texts: () => [shown] }
}
/** What introduces a citation, and is no part of a name. */
const introductions = new Set(
  'see cf compare but accord contra also in under as the citing quoting and per with from by on for at to when while although because since following pursuant however here thus therefore both unlike like applying overruling id e.g eg this that both neither'.split(
    ' ',
  ),
)
const connectors = new Set('of the and for de la del der van von ex rel on to'.split(' '))
/** After these a name goes on behind the full stop. */
const abbreviations = new Set(
  "am assoc assn ass'n auto bd bros cnty co comm comm'n comm'r corp ctr dep't dept dev dist div dr educ elec emp eng'g env't ex exch fed fin found gen gov't gov grp hosp hous inc indus ins inst int'l invs jr lab liab ltd mach med mfg mfrs mgmt mun mut nat'l no org pharm prods prop prot pub r ref rel res ret rev ry sch sci sec sec'y serv servs soc soc'y sr st sur sys tech tel transp univ util vill".split(
    ' ',
  ),
)
const endings = new Set('inc llc ltd co corp jr sr llp l p n s'.split(' '))
const isVersus = ({ key }       ) => key === 'v' || key === 'vs'
/** A party as cases are named: words with a capital letter, and what joins them. */
function nameAt(tokens                  , from        ) {
  let to
  const most = Math.min(tokens.length, from + mostWords)
  for (let at = from; at < most; at++) {
    const token = tokens[at]
    if (isVersus(token) || (at > from && endsName(tokens[at - 1]         ))) break
    const { isCapital } = token
    if (at === from && (!isCapital || introductions.has(token.key))) return undefined
    if (isCapital) to = at + 1
    else if (token.key === ',' && endings.has(tokens[at + 1]?.key ?? '') && tokens[at + 1]?.hasGap) continue
    else if (!(connectors.has(token.key) || token.key === '&' || (token.key === '-' && !token.hasGap))) break
  }
  return to === undefined ? undefined : { to, texts: () => [shownAs(tokens.slice(from, to))] }
}
/** A sentence ends here, and no abbreviation. */
const endsName = ({ hasDot, isCapital, key, text }       ) =>
  hasDot && !abbreviations.has(key) && !(isCapital && text.length === 1) && !key.includes("'")
/** `Fed. Cir.`, `D.C. Cir.`, `9th Cir.`, `S.D.N.Y.`; nothing else can stand before a year. */
function courtAt(tokens                  , from        ) {
  let to = from
  while (to < from + 8) {
    const [token, next] = [tokens[to], tokens[to + 1]]
    if (token?.isCapital) to += 1
    else if (isNumber(token) && next?.kind === 'word' && !next.hasGap && /^(?:st|nd|rd|th|d)$/.test(next.key))
      to += 2
    else break
  }
  return to === from ? undefined : { to, texts: () => [shownAs(tokens.slice(from, to))] }
}
/** However it is spaced: `Fed.Cir.` is `Fed. Cir.`, `U. S.` is `U.S.`. */
function shownAs(tokens                  )         {
  let shown = ''
  for (const [index, { kind, text, hasDot, hasGap }] of tokens.entries()) {
    const before = tokens[index - 1]
    const areInitials = before?.hasDot && before.text.length === 1 && text.length === 1 && kind === 'word'
    const isApart = before !== undefined && text !== ',' && !areInitials && (hasGap || before.hasDot)
    shown += `${isApart ? ' ' : ''}${text.replaceAll('’', "'")}${hasDot ? '.' : ''}`
  }
  return shown
}
return { placeholders, placeholderNames }
})()

const coreDecisionTokens = (() => {
/** A word, a number or a sign of a text; a full stop belongs to what it stands behind. */
const pattern =
  /(?<space>[\s\u00a0\u200b\u2060]+)|(?<word>[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*['’]?)|(?<number>\p{Nd}+)|(?<sign>.)/gsu
const capital = /^\p{Lu}/u
const dashes = /[\u2010-\u2015\u2212]/
/** Abbreviations are split, so that USC, U.S.C. and U. S. C. are the same. */
const isAbbreviation = /^\p{Lu}{2,5}$/u
function tokensOf(text        )          {
  const tokens          = []
  let hasGap = true
  for (const { groups = {}, 0: found, index } of text.matchAll(pattern)) {
    if (groups.space !== undefined) {
      hasGap = true
      continue
    }
    const last = tokens.at(-1)
    if (found === '.' && last && !hasGap && !last.hasDot) {
      last.hasDot = true
      last.end = index + 1
      continue
    }
    const add = (kind               , part        , at        ) => {
      const key = dashes.test(part) ? '-' : part.toLowerCase().replaceAll('’', "'")
      const isCapital = kind === 'word' && capital.test(part)
      const end = at + part.length
      tokens.push({ kind, text: part, key, start: at, end, isCapital, hasDot: false, hasGap })
      hasGap = false
    }
    if (groups.number !== undefined) add('number', found, index)
    else if (groups.sign !== undefined) add('sign', found, index)
    else if (isAbbreviation.test(found)) {
      let at = index
      for (const letter of found) {
        add('word', letter, at)
        at += letter.length
      }
    } else add('word', found, index)
  }
  return tokens
}
return { tokensOf }
})()

const coreDecisionAuthorityPattern = (() => {
const { nearest } = coreKernelNearest
const { placeholderNames, placeholders } = coreDecisionAuthorityPlaceholders
const { tokensOf } = coreDecisionTokens
/**
 * The language of the profile: words, `{placeholders}`, and `[what may be there and is not listed]`. Each element takes
 * as much as it can and gives nothing back, and none takes more than a bounded number of tokens: what is recognised in a
 * text takes time in proportion to its length, whatever it and the pattern say.
 */
const piece = /\{(?<name>[^{}]*)\}|\[(?<optional>[^[\]]*)\]|(?<literal>[^{}[\]]+)|(?<stray>[{}[\]])/g
const leastLetters = 2
/** What is wrong with a pattern, as a sentence without its subject; undefined if nothing is. */
function faultOfPattern(source        )                     {
  const compiled = compile(source)
  if (typeof compiled === 'string') return compiled
  const { elements } = compiled
  const letters = elements
    .flatMap((element) => (element.kind === 'literal' ? element.tokens : []))
    .filter(({ kind }) => kind === 'word')
    .reduce((count, { text }) => count + text.length, 0)
  if (letters < leastLetters)
    return `must have at least ${leastLetters} letters outside of {} and []: it would recognise anything.`
  const [first] = elements
  if (first?.kind === 'optional') return 'must not begin with what may be left out.'
  if (first?.kind === 'section' || (first?.kind === 'literal' && first.tokens[0]?.kind === 'sign'))
    return 'must begin with a word, a number or a placeholder.'
  if (elements.filter((element) => element.kind === 'placeholder' && element.name === 'section').length > 1)
    return 'must have {section} once at most.'
  return undefined
}
/** For patterns of a checked profile. */
function compilePattern(source        )                   {
  const compiled = compile(source)
  if (typeof compiled === 'string') throw new Error(`the pattern ${source} ${compiled}`)
  return compiled
}
function compile(source        )                            {
  const elements            = []
  for (const { groups = {}, 0: shown } of source.matchAll(piece)) {
    const { name, optional, literal, stray } = groups
    if (stray !== undefined) return `has ${stray} without its other half.`
    if (name !== undefined) {
      if (!isPlaceholder(name)) {
        const meant = nearest(name, placeholderNames)
        return `has {${name}}: it must be one of ${placeholderNames.map((one) => `{${one}}`).join(', ')}${meant ? `; did you mean {${meant}}?` : '.'}`
      }
      elements.push({ kind: 'placeholder', name, shown })
    } else if (optional !== undefined) {
      const inner = compile(optional)
      if (typeof inner === 'string') return inner
      if (inner.elements.length === 0) return 'has nothing between [ and ].'
      if (inner.elements.some((element) => element.kind === 'placeholder' && element.name === 'section'))
        return 'must not have {section} between [ and ].'
      elements.push({ kind: 'optional', elements: inner.elements, shown: '' })
    } else elements.push(...literals(literal ?? ''))
  }
  return { elements }
}
const isPlaceholder = (name        )                      => Object.hasOwn(placeholders, name)
/** § is recognised however it is written, or left out. */
function literals(text        )            {
  return text.split(/(§+)/).flatMap((part)            => {
    if (part === '') return []
    if (part.startsWith('§')) return [{ kind: 'section', shown: '§' }]
    return [{ kind: 'literal', tokens: tokensOf(part), shown: part }]
  })
}
/** Patterns by what they begin with: where many begin alike, that is looked at once. */
function treeOf(patterns                                              )              {
  const root              = { next: [] }
  for (const { group, source } of patterns) {
    let tree = root
    for (const element of compilePattern(source).elements) {
      const known = tree.next.find((one) => isSame(one.element, element))
      if (!known) tree.next.push({ element, tree: { next: [] } })
      tree = (known ?? tree.next.at(-1))?.tree ?? tree
    }
    tree.group ??= group
  }
  return root
}
/** The longest of the patterns that stand here; undefined if none does. */
function matchAt(tree             , tokens                  , from        )                         {
  if (!beginsAt(tokens, from)) return undefined
  let best
  const visit = ({ next, group }             , found       )       => {
    if (group !== undefined && found.to > (best?.to ?? from) && endsAt(tokens, found.to))
      best = { ...found, group }
    for (const { element, tree: more } of next) {
      const further = step(element, tokens, found)
      if (further) visit(more, further)
    }
  }
  visit(tree, { to: from, isPlural: false, texts: () => [''] })
  if (!best) return undefined
  const { to, group, texts } = best
  return { to, group, texts: texts().map((text) => text.replaceAll(/\s+/g, ' ').trim()) }
}
/** The texts are made only for what is recognised. */
function step(element         , tokens                  , found       )                    {
  const { to, isPlural, texts } = found
  const add = (end        , shown                         , areMany = isPlural)        => ({
    to: end,
    isPlural: areMany,
    texts: () => texts().flatMap((text) => shown().map((more) => text + more)),
  })
  switch (element.kind) {
    case 'literal': {
      const end = literalEnd(element.tokens, tokens, to)
      return end === undefined ? undefined : add(end, () => [element.shown])
    }
    case 'section': {
      const sign = signAt(tokens, to)
      return add(sign.to, () => [element.shown], sign.isPlural)
    }
    case 'optional': {
      let inner                    = found
      for (const one of element.elements) inner = inner && step(one, tokens, inner)
      return inner ? { ...found, to: inner.to } : found
    }
    case 'placeholder': {
      const value = placeholders[element.name](tokens, to, { isPlural })
      return value && add(value.to, value.texts)
    }
  }
}
const isSame = (one         , other         ) => JSON.stringify(one) === JSON.stringify(other)
function literalEnd(wanted                  , tokens                  , from        )                     {
  let at = from
  for (const { key } of wanted) {
    const end = wordEnd(key, tokens, at)
    // A comma is often forgotten.
    if (end === undefined && key !== ',') return undefined
    at = end ?? at
  }
  return at
}
/** A word in capitals may have been split like an abbreviation. */
function wordEnd(key        , tokens                  , from        )                     {
  let read = ''
  for (let at = from; at < tokens.length && read.length < key.length; at++) {
    const token = tokens[at]
    if (at > from && (token.hasGap || token.kind !== 'word' || tokens[at - 1]?.hasDot)) return undefined
    read += token.key
    if (read === key) return at + 1
    if (!key.startsWith(read)) return undefined
  }
  return undefined
}
const one = ['§', 'sec', 'section']
const many = ['secs', 'sections']
function signAt(tokens                  , from        )                                    {
  const key = tokens[from]?.key ?? ''
  if (key === '§' && tokens[from + 1]?.key === '§') return { to: from + 2, isPlural: true }
  if (many.includes(key)) return { to: from + 1, isPlural: true }
  return { to: one.includes(key) ? from + 1 : from, isPlural: false }
}
/** Not within a word or a number. */
function beginsAt(tokens                  , at        )          {
  const first = tokens[at]
  const before = tokens[at - 1]
  if (!first || first.kind === 'sign') return false
  return !before || first.hasGap || (before.kind === 'sign' && !/[-$#@/\\]/.test(before.key))
}
function endsAt(tokens                  , to        )          {
  const last = tokens[to - 1]
  const next = tokens[to]
  return !last || !next || next.hasGap || next.kind === 'sign' || (last.hasDot && next.kind === 'word')
}
return { faultOfPattern, treeOf, matchAt }
})()

const coreDecisionAuthorities = (() => {
const { matchAt, treeOf } = coreDecisionAuthorityPattern
const { tokensOf } = coreDecisionTokens
/** Any block with text: saved, filled in from the library, or frozen. */
/** Compiled once for each version of the profile. */
const trees = new WeakMap                          ()
function treeFor(authorities             )              {
  const tree =
    trees.get(authorities) ??
    treeOf(
      authorities.groups.flatMap(({ name: group, patterns }) =>
        patterns.map((source) => ({ group, source })),
      ),
    )
  trees.set(authorities, tree)
  return tree
}
/** The authorities that a text names, in its order; where several patterns fit, the longest. */
function authoritiesIn(text        , authorities             )          {
  const tree = treeFor(authorities)
  const tokens = tokensOf(text)
  const named          = []
  for (let at = 0; at < tokens.length; ) {
    const found = matchAt(tree, tokens, at)
    for (const one of found?.texts ?? []) named.push({ group: found?.group ?? '', text: one })
    at = found?.to ?? at + 1
  }
  return named
}
/** Reading more would keep a request waiting: decisions have a tenth of it. */
const mostRead = 1_000_000
/** Reads one text after the other, up to a million characters in all. */
function openRecognition(authorities             , most = mostRead)                            {
  let left = most
  return (text) => {
    const read = text.slice(0, left)
    left -= read.length
    return authoritiesIn(read, authorities)
  }
}
/** Marks and line breaks do not part an authority; a citation of the file does. A footnote is a text of its own. */
function textsIn(block        )           {
  switch (block.type) {
    case 'list':
      return block.items.flatMap(({ content }) => wordsIn(content))
    case 'table':
      return [
        ...(block.caption === undefined ? [] : [block.caption]),
        ...[block.header, ...block.rows.map(({ cells }) => cells)].flatMap((cells) =>
          cells.flatMap(({ content }) => wordsIn(content)),
        ),
      ]
    default:
      return wordsIn(block.content)
  }
}
function wordsIn(content                   )           {
  const notes = content.flatMap((inline) => ('content' in inline ? wordsIn(inline.content) : []))
  const text = content
    .map((inline) => ('content' in inline ? '' : inline.type === 'text' ? inline.text : separatorOf(inline)))
    .join('')
  return [text, ...notes]
}
const separatorOf = ({ type }     ) => (type === 'lineBreak' ? ' ' : ' \u241f ')
/** Each once, by the groups of the profile, with the blocks that name it; undefined if there is none. */
function listAuthorities(
  blocks                                                         ,
  authorities                         ,
)                                 {
  if (!authorities) return undefined
  const recognise = openRecognition(authorities)
  const places = new Map                              ()
  for (const { place, content } of blocks)
    for (const text of content.flatMap(textsIn))
      for (const named of recognise(text)) {
        const group = places.get(named.group) ?? new Map                 ()
        places.set(named.group, group)
        const known = group.get(named.text) ?? []
        group.set(named.text, known)
        if (known.at(-1) !== place) known.push(place)
      }
  if (places.size === 0) return undefined
  const { groups, isPrinted, heading = 'Authorities' } = authorities
  return {
    ...(isPrinted ? { heading } : {}),
    groups: groups.flatMap(({ name, label }) => {
      const found = [...(places.get(name) ?? [])].toSorted(([one], [other]) => byNumber(one, other))
      if (found.length === 0) return []
      return [{ name, label, authorities: found.map(([text, places]) => ({ text, places })) }]
    }),
  }
}
/** `§ 4.9` stands before `§ 4.10`. */
function byNumber(one        , other        )         {
  const [parts, others] = [one, other].map((text) => text.match(/\d+|\D+/g) ?? [])
  for (const [index, part] of (parts ?? []).entries()) {
    const against = others?.[index]
    if (against === undefined) return 1
    if (part === against) continue
    const difference = Number(part) - Number(against)
    if (!Number.isNaN(difference) && difference !== 0) return difference
    return part < against ? -1 : 1
  }
  return (parts ?? []).length - (others ?? []).length
}
return { authoritiesIn, openRecognition, textsIn, listAuthorities }
})()

const coreDecisionFacts = (() => {
const { canonicalJson } = coreKernelChain
/** The part of the profile about decisions. */
/** Everything a signature depends on, read while the case is locked. */
const anchorKeys = new WeakMap                ()
/** Equal for equal places. Cached per anchor, since each is needed several times. */
function anchorKey(anchor        )         {
  const key = anchorKeys.get(anchor) ?? canonicalJson(anchor)
  anchorKeys.set(anchor, key)
  return key
}
const versionKey = ({ documentId, version }                                         ) =>
  `${documentId} ${version}`
function labelOf(words                 , name        )         {
  return words.find((word) => word.name === name)?.label ?? name
}
/** The issue as people name it. */
function issueTitle({ issueTypes }               , issue               )         {
  return issue.description || issue.scope || labelOf(issueTypes, issue.issueType)
}
function partyName({ person, organization, id }               )         {
  if (!person) return organization ?? id
  return [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ')
}
function sectionOf({ content }               , issueId        ) {
  return content.issues.find((section) => section.issueId === issueId)?.content ?? []
}
return { anchorKey, versionKey, labelOf, issueTitle, partyName, sectionOf }
})()

const coreDecisionLongDate = (() => {
let longDates
function longDate(day        )         {
  // Created lazily: it takes as long as loading a tenth of the service.
  longDates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDates.format(new Date(day))
}
return { longDate }
})()

const coreDecisionBoilerplateValues = (() => {
const { nearest } = coreKernelNearest
const { dayOf, isCalendarDate } = coreTimeMoments
const { issueTitle, labelOf, partyName } = coreDecisionFacts
const { longDate } = coreDecisionLongDate
/** A sentence for each value that is wrong; those of fields that have none yet are not. */
function faultsOfValues(
  { name, fields = [] }                                ,
  values              = {},
  parties                                      ,
)           {
  return Object.keys(values).flatMap((key) => {
    const field = fields.find((one) => one.name === key)
    const at = `values.${key.slice(0, 100)}`
    if (field) {
      const fault = faultOfValue(field, values[key]              , parties)
      return fault === undefined ? [] : [`${at} (${field.label}) must be ${fault}.`]
    }
    const names = fields.map((one) => one.name)
    const meant = nearest(key, names)
    const known = names.length > 0 ? `one of ${names.slice(0, 20).join(', ')}` : 'left out: it has none'
    return [`${at} must name a field of the boilerplate ${name}, ${meant ? `such as ${meant}` : known}.`]
  })
}
const wholeMost = 1_000_000_000_000
function faultOfValue(
  field                  ,
  value            ,
  parties                                      ,
)                     {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' && /\S/.test(value) ? undefined : 'a text'
    case 'number': {
      const { decimals = 0 } = field
      const isNumber = typeof value === 'number' && Math.abs(value) <= wholeMost
      if (isNumber && placesOf(value) <= decimals) return undefined
      return decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimal places`
    }
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? undefined : 'a date, as YYYY-MM-DD'
    case 'money':
      return typeof value === 'string' && /^-?\d{1,13}(\.\d{1,2})?$/.test(value)
        ? undefined
        : 'an amount in quotation marks, such as "1200.50"'
    case 'choice': {
      const names = (field.choices ?? []).map(({ name }) => name)
      return names.includes(String(value)) && typeof value === 'string'
        ? undefined
        : `one of ${names.slice(0, 20).join(', ')}`
    }
    case 'person':
      return parties.some(({ id }) => id === value) ? undefined : 'the ID of a party of the case'
    case 'yesNo':
      return typeof value === 'boolean' ? undefined : 'true or false'
  }
}
/** How many decimal places a number needs. */
function placesOf(value        )         {
  for (let places = 0; places <= 7; places += 1) if (Number(value.toFixed(places)) === value) return places
  return 8
}
/** The value of each field that has one: what the author gave, or else the fact that it defaults to. */
function valuesOf(
  { fields = [] }                       ,
  given                         ,
  facts               ,
  issueId                    ,
)                             {
  const values                             = {}
  for (const { name, default: source } of fields) {
    const own = given && Object.hasOwn(given, name) ? given[name] : undefined
    const value = own ?? (source && factOf(source, facts, issueId))
    if (value !== undefined) values[name] = value
  }
  return values
}
function factOf(
  source             ,
  facts               ,
  issueId                    ,
)                         {
  const { words, issues, signature } = facts
  const index = issues.findIndex(({ id }) => id === issueId)
  const issue = issues[index]
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  switch (source) {
    case 'claimant.name':
      return claimant && partyName(claimant)
    case 'representative.name':
      return representative && partyName(representative)
    case 'case.docketNumber':
      return facts.case.docketNumber
    case 'case.type':
      return labelOf(words.caseTypes, facts.case.caseType)
    case 'case.receiptDate':
      return facts.case.receiptDate
    case 'issue.title':
      return issue && issueTitle(words, issue)
    case 'issue.scope':
      return issue?.scope || undefined
    case 'issue.disposition':
      return issue?.decision && labelOf(words.dispositions, issue.decision.disposition)
    case 'issue.number':
      return issue && index + 1
    case 'claimant':
      return claimant?.id
    case 'representative':
      return representative?.id
    case 'today':
      return dayOf(new Date(signature.at))
  }
}
function claimantOf({ words, parties }               )                            {
  const isClaimant = (role        ) => words.partyRoles.some((word) => word.isClaimant && word.name === role)
  return parties.find(({ role }) => isClaimant(role))
}
function representativeOf(facts               )                            {
  const { representation } = claimantOf(facts) ?? {}
  return facts.parties.find(({ id }) => representation?.isInForce && id === representation.representativeId)
}
/** The values as they are printed. */
function printedValues(
  { fields = [] }                       ,
  values                                      ,
  { parties }                                ,
)                                     {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
      return value === undefined ? [] : [[`fields.${field.name}`, printed(field, value, parties)]]
    }),
  )
}
function printed(
  field                  ,
  value            ,
  parties                          ,
)                     {
  switch (field.type) {
    case 'number': {
      const { decimals = 0 } = field
      const format = new Intl.NumberFormat('en-US', {
        maximumFractionDigits: decimals,
        signDisplay: 'negative',
      })
      return typeof value === 'number' ? format.format(value) : undefined
    }
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? longDate(value) : undefined
    case 'money': {
      const { currency = 'USD' } = field
      if (!/^-?\d+(\.\d+)?$/.test(String(value))) return undefined
      const style = { style: 'currency', currency, signDisplay: 'negative' }
      const format = new Intl.NumberFormat('en-US', style)
      // A currency without cents, such as the yen, is not rounded where the author gave some.
      const isRounded =
        format.resolvedOptions().maximumFractionDigits === 0 && /\.\d*[1-9]/.test(String(value))
      const exact = isRounded
        ? new Intl.NumberFormat('en-US', { ...style, minimumFractionDigits: 2 })
        : format
      return exact.format(value         )
    }
    case 'choice':
      return field.choices?.find(({ name }) => name === value)?.label
    case 'person': {
      const party = parties.find(({ id }) => id === value)
      return party && partyName(party)
    }
    case 'yesNo':
      return value === true ? 'yes' : 'no'
    case 'text':
      return String(value)
  }
}
return { faultsOfValues, valuesOf, claimantOf, representativeOf, printedValues }
})()

const coreDecisionFillTemplate = (() => {
/** Values by field name; unknown fields stay unfilled. */
/** Fills `{{ field }}` from the record. Values are not expanded again. */
function fillTemplate(template        , fields                )         {
  const unfilled = new Set        ()
  const text = template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (written, name        ) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) unfilled.add(name)
    return value ?? written
  })
  return { text, unfilled: [...unfilled] }
}
/** An empty line separates paragraphs; a single line break does not. */
function paragraphsOf(text        )           {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}
return { fillTemplate, paragraphsOf }
})()

const coreDecisionBoilerplate = (() => {
const { claimantOf, printedValues, representativeOf, valuesOf } = coreDecisionBoilerplateValues
const { issueTitle, labelOf, partyName } = coreDecisionFacts
const { fillTemplate, paragraphsOf } = coreDecisionFillTemplate
const { longDate } = coreDecisionLongDate
/** Boilerplate where it stands in a text. */
const entryKey = (entryId        , version        ) => `${entryId} ${version}`
/** Every boilerplate reference in a text, in order. */
function referencesIn({ opening, issues, closing }                    )                    {
  const sections = [
    { issueId: undefined, content: opening },
    ...issues,
    { issueId: undefined, content: closing },
  ]
  return sections.flatMap(({ issueId, content }) =>
    content.flatMap((block) => (block.type === 'boilerplate' ? [{ reference: block, issueId }] : [])),
  )
}
const composed = new WeakMap                                                           ()
/** Every boilerplate reference in the text, in order, with its content. */
function boilerplateTexts(facts               )                    {
  return [...textsByReference(facts).values()]
}
function textOf(facts               , reference                      )                  {
  return textsByReference(facts).get(reference)
}
/** Without boilerplate of which no condition holds. */
function withoutEmpty                                (
  facts               ,
  blocks                  ,
)          {
  const texts = textsByReference(facts)
  return blocks.filter((block) => {
    const text = texts.get(block         )
    return !text?.entry || text.reference.edited !== undefined || text.content.length > 0
  })
}
function textsByReference(facts               )                                             {
  let known = composed.get(facts)
  if (!known) {
    const fields = fieldsOf(facts)
    known = new Map(
      referencesIn(facts.content).map((placed) => [placed.reference, compose(facts, placed, fields)]),
    )
    composed.set(facts, known)
  }
  return known
}
/** The entry that a text has taken, or the one in force where nobody knows that any more. */
function entryTaken(
  { words, taken }                                        ,
  { entryId, version }                                                   ,
)                                                           {
  const inForce = words.boilerplate.find(({ name }) => name === entryId)
  if (inForce?.version === version) return { entry: inForce, inForce }
  return { entry: taken?.get(entryKey(entryId, version)) ?? inForce, inForce }
}
const notTold       = { holds: false, fault: 'was not evaluated' }
function compose(
  facts               ,
  { reference, issueId }                 ,
  fields                ,
)                  {
  const { entry, inForce } = entryTaken(facts, reference)
  const values = entry ? valuesOf(entry, reference.values, facts, issueId) : {}
  const known = { reference, issueId, entry, inForce, values }
  if (reference.edited) return { ...known, held: [], content: reference.edited, unfilled: [], missing: [] }
  const blocks = blocksOf(entry)
  const told = facts.held?.get(reference.id)
  const held = blocks.map(({ when }, index) =>
    when === undefined ? { holds: true } : (told?.[index] ?? notTold),
  )
  const all = { ...fields, ...printedValues(entry ?? {}, values, facts) }
  const filled = blocks.filter((_, index) => held[index]?.holds).map(({ text }) => fillTemplate(text, all))
  const unfilled = [...new Set(filled.flatMap((one) => one.unfilled))]
  const lacking = (entry?.fields ?? []).filter(
    ({ name, isRequired }) =>
      unfilled.includes(`fields.${name}`) || (isRequired && !Object.hasOwn(values, name)),
  )
  const content = filled
    .flatMap(({ text }) => paragraphsOf(text))
    .map(
      (paragraph)                            => ({
        type: 'paragraph',
        content: [{ type: 'text', text: paragraph }],
      }),
    )
  const names = lacking.map(({ name }) => `fields.${name}`)
  return {
    ...known,
    held,
    content,
    unfilled: unfilled.filter((name) => !names.includes(name)),
    missing: lacking.map(({ label }) => label),
  }
}
/** The text of an entry in parts. */
function blocksOf(entry                                            )
    {
  if (!entry) return []
  return entry.blocks ?? [{ text: entry.body ?? '' }]
}
/** The fields available in a decision; those of letters and tasks are not. */
function fieldsOf(facts               )                 {
  const { case: of, words, issues, signature } = facts
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  const { firstName, middleName, lastName } = of.veteran
  return {
    'profile.label': words.label,
    'case.docketNumber': of.docketNumber,
    'case.type': labelOf(words.caseTypes, of.caseType),
    'case.receiptDate': longDate(of.receiptDate),
    'claimant.name': claimant
      ? partyName(claimant)
      : [firstName, middleName, lastName].filter(Boolean).join(' '),
    'representative.name': representative && partyName(representative),
    'sender.name': signature.name,
    today: longDate(signature.at),
    'decision.date': longDate(signature.at),
    issues: issues.map((issue) => issueTitle(words, issue)).join('; '),
  }
}
return { entryKey, referencesIn, boilerplateTexts, textOf, withoutEmpty, entryTaken, blocksOf, fieldsOf }
})()

const coreDecisionLayout = (() => {
/** A stretch of a decision under one heading; the order and the reasons go issue by issue. */
const usual = { issues: 'Issues', order: 'Order', reasons: 'Reasons' }
const unstructured                   = { headings: {}, sentBack: [], parts: [] }
/**
 * Every block of a text once, in the order in which the decision prints them. The preview, the workspace, the PDF and
 * the numbers of citations follow it. A part that the structure does not know stays where it stands.
 */
function layOut                      (
  sections                 ,
  structure                   = unstructured,
)                       {
  const { headings, parts } = structure
  const known = new Map(parts.map((part) => [part.name, part]))
  const outside = (where                       )                     => ({
    kind: where,
    blocks: sections
      .filter(({ part }) => part === where)
      .flatMap(({ content }) => content.map((block) => ({ block }))),
  })
  const issues = sections.flatMap(({ part, issueId, content }) =>
    part === 'issue' && issueId !== undefined ? [{ issueId, content }] : [],
  )
  if (issues.length === 0) return [outside('opening'), outside('closing')]
  const laidIn = (place               )                     =>
    issues.map(({ issueId, content }) => {
      const here = content.filter(({ part }) => (known.get(part ?? '')?.place ?? 'inPlace') === place)
      return { issueId, blocks: withHeadings(numbered(here, known), known, issueId) }
    })
  return [
    outside('opening'),
    {
      kind: 'issues',
      heading: headings.issues ?? usual.issues,
      issues: issues.map(({ issueId }) => ({ issueId, blocks: [] })),
    },
    ...orders(laidIn('order'), structure),
    ...parts.filter(({ place }) => place === 'collected').flatMap((part) => collected(part, issues)),
    { kind: 'reasons', heading: headings.reasons ?? usual.reasons, issues: laidIn('inPlace') },
    outside('closing'),
  ]
}
/** The blocks as they are laid out. */
function inReadingOrder       (laid                               )                {
  return laid.flatMap(({ issues = [], blocks = [] }) => [
    ...issues.flatMap((issue) => issue.blocks),
    ...blocks,
  ])
}
/** The same, with blocks by their ID. */
function layoutById(laid                                                  )                  {
  const byId = (blocks                                           ) =>
    blocks.map(({ block, issueId: _, ...shown }) => ({ blockId: String(block.id), ...shown }))
  return laid.map(({ issues, blocks, ...section }) => ({
    ...section,
    ...(issues && {
      issues: issues.map((issue) => ({ issueId: issue.issueId, blocks: byId(issue.blocks) })),
    }),
    ...(blocks && { blocks: byId(blocks) }),
  }))
}
/** What is sent back has an order of its own, if the profile has a heading for it. */
function orders       (
  all                    ,
  { headings, sentBack }                  ,
)                       {
  const isApart = ({ issueId }                  ) =>
    headings.sentBack !== undefined && sentBack.includes(issueId)
  return [
    { heading: headings.order ?? usual.order, issues: all.filter((issue) => !isApart(issue)) },
    { heading: headings.sentBack ?? '', issues: all.filter(isApart) },
  ].flatMap(({ heading, issues }) => (issues.length > 0 ? [{ kind: 'order'         , heading, issues }] : []))
}
function collected                      (
  part      ,
  issues                                                           ,
)                       {
  const blocks = issues.flatMap(({ issueId, content }) =>
    content.flatMap((block) => (block.part === part.name ? [{ block, issueId }] : [])),
  )
  if (blocks.length === 0) return []
  const isOne = blocks.filter(({ block }) => isCounted(block)).length === 1
  const { heading = part.label, headingOfOne = heading } = part
  let number = 0
  return [
    {
      kind: 'part',
      part: part.name,
      heading: isOne ? headingOfOne : heading,
      blocks: blocks.map((one) =>
        part.isNumbered && !isOne && isCounted(one.block) ? { ...one, number: ++number } : one,
      ),
    },
  ]
}
const isCounted = ({ type }        ) => type !== 'heading'
function numbered                      (
  blocks                  ,
  known                           ,
)                {
  const counts = new Map                ()
  return blocks.map((block) => {
    const part = known.get(block.part ?? '')
    if (!part?.isNumbered || !isCounted(block)) return { block }
    const number = (counts.get(part.name) ?? 0) + 1
    counts.set(part.name, number)
    return { block, number }
  })
}
/** Above each run of blocks of a part that stands in place. */
function withHeadings                      (
  laid                        ,
  known                           ,
  issueId        ,
)                {
  return laid.map((one, index) => {
    const { part } = one.block
    const { place, heading } = known.get(part ?? '') ?? {}
    const isFirst = laid[index - 1]?.block.part !== part
    return { ...one, issueId, ...(place === 'inPlace' && heading && isFirst ? { heading } : {}) }
  })
}
return { layOut, inReadingOrder, layoutById }
})()

const coreDecisionRichText = (() => {
/** What stands in a block: runs, and footnotes of them. */
/** A text block with either kind of citation; `Id` says whether it and what it holds have their IDs yet. */
/** A run of a text with citations. */
/** For blocks that may have no ID yet. */
function mapTextBlock                                          (
  block                       ,
  each                   ,
)                      {
  const inner = (content                           )                 =>
    content.map((inline) =>
      isFootnote(inline) ? { ...inline, content: inline.content.map(each) } : each(inline),
    )
  const cell = (given              )             => ({ content: inner(given.content) })
  switch (block.type) {
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, content: inner(item.content) })) }
    case 'table': {
      const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map(cell) }))
      return { ...block, header: block.header.map(cell), rows }
    }
    default:
      return { ...block, content: inner(block.content) }
  }
}
function isFootnote                   (
  inline               ,
)                                                 {
  return inline.type === 'footnote'
}
function mapBlocks                                          (
  blocks                              ,
  each                   ,
)                    {
  return blocks.map((block) => {
    if (block.type !== 'boilerplate') return mapTextBlock(block, each)
    const { edited, ...reference } = block
    return (
      edited ? { ...reference, edited: edited.map((one) => mapTextBlock(one, each)) } : reference
    )
  })
}
function mapContent                                          (
  { opening, issues, closing }                     ,
  each                   ,
)                    {
  return {
    opening: mapBlocks(opening, each),
    issues: issues.map(({ issueId, content }) => ({ issueId, content: mapBlocks(content, each) })),
    closing: mapBlocks(closing, each),
  }
}
/** The anchors cited in a text, in order. */
function anchorsIn(blocks                  )           {
  return blocks.flatMap((block) => {
    const texts                       = block.type === 'boilerplate' ? (block.edited ?? []) : [block]
    return texts.flatMap(runsOf).flatMap((run) => (run.type === 'citation' ? [run.anchor] : []))
  })
}
function hasText(blocks                  )          {
  return blocks.some((block) => {
    if (block.type === 'boilerplate') return block.edited === undefined || hasText(block.edited)
    return runsOf(block).some(
      (run) => run.type === 'citation' || (run.type === 'text' && /\S/.test(run.text)),
    )
  })
}
/** What a block holds, in reading order; what stands in a footnote follows where its number is. */
function runsOf(block           )        {
  return inlinesOf(block).flatMap((inline)        => (inline.type === 'footnote' ? inline.content : [inline]))
}
function inlinesOf(block           )           {
  switch (block.type) {
    case 'list':
      return block.items.flatMap(({ content }) => content)
    case 'table':
      return [block.header, ...block.rows.map(({ cells }) => cells)].flatMap((cells) =>
        cells.flatMap(({ content }) => content),
      )
    default:
      return block.content
  }
}
return { mapTextBlock, mapBlocks, mapContent, anchorsIn, hasText, runsOf }
})()

const coreDecisionStructure = (() => {
const { sectionOf } = coreDecisionFacts
/** How the profile lays out this text; undefined if no block of it has a part. */
function structureOf(facts               )                               {
  const { issues, words } = facts
  const used = new Set(issues.flatMap(({ id }) => sectionOf(facts, id).flatMap(({ part }) => part ?? [])))
  if (used.size === 0) return undefined
  const { parts = [], headings = {} } = words.workProducts
  const sendsBack = (disposition        ) =>
    words.dispositions.some(({ name, sendsBack }) => name === disposition && sendsBack)
  return {
    headings: { ...headings },
    sentBack: issues.flatMap(({ id, decision }) => (decision && sendsBack(decision.disposition) ? [id] : [])),
    parts: parts
      .filter(({ name }) => used.has(name))
      .map(({ name, label, place, heading, headingOfOne, isNumbered }) => ({
        name,
        label,
        place,
        ...(heading === undefined ? {} : { heading }),
        ...(headingOfOne === undefined ? {} : { headingOfOne }),
        ...(isNumbered === undefined ? {} : { isNumbered }),
      })),
  }
}
return { structureOf }
})()

const coreDecisionCitedAnchors = (() => {
const { sectionOf } = coreDecisionFacts
const { inReadingOrder, layOut } = coreDecisionLayout
const { anchorsIn } = coreDecisionRichText
const { structureOf } = coreDecisionStructure
/** Every cited place in the order in which the text is printed, then the other evidence of the issues and the answers to what was sent back. */
function citedAnchors(facts               )                                         {
  const { content, issues, remands = [] } = facts
  const about = (issueId                    , anchors                   ) =>
    anchors.map((anchor) => ({ anchor, ...(issueId === undefined ? {} : { issueId }) }))
  const sections = [
    { part: 'opening'         , content: content.opening },
    ...issues.map(({ id }) => ({ part: 'issue'         , issueId: id, content: sectionOf(facts, id) })),
    { part: 'closing'         , content: content.closing },
  ]
  return [
    ...inReadingOrder(layOut(sections, structureOf(facts))).flatMap(({ block, issueId }) =>
      about(issueId, anchorsIn([block])),
    ),
    ...issues.flatMap(({ id, evidence }) => about(id, evidence)),
    ...remands.flatMap(({ instructions }) =>
      instructions.flatMap(({ answers, issueId }) =>
        about(
          issueId,
          answers.map(({ anchor }) => anchor),
        ),
      ),
    ),
  ]
}
return { citedAnchors }
})()

const coreDecisionRecipients = (() => {
const { withoutUndefined } = coreKernelWithoutUndefined
const { partyName } = coreDecisionFacts
/**
 * Who receives the decision: parties whose role says so, and their representatives with a power of attorney in force
 * today.
 */
function recipientsOf({ parties, words }               )                  {
  const roleOf = ({ role }               ) => words.partyRoles.find(({ name }) => name === role)
  const represents = ({ id }               ) =>
    parties.filter(({ representation }) => representation?.representativeId === id)
  return parties.filter((party) => {
    const role = roleOf(party)
    const represented = represents(party)
    if (represented.some((one) => one.representation?.isInForce && roleOf(one)?.receivesDecision)) return true
    return role?.receivesDecision === true && !(role.isRepresentative && represented.length > 0)
  })
}
function asRecipient({ parties }               , party               )            {
  const { id, role, person, organization, contact, representation } = party
  const representative = parties.find((one) => one.id === representation?.representativeId)
  return {
    partyId: id,
    role,
    name: partyName(party),
    ...withoutUndefined({
      person: person && nameOf(person),
      organization,
      contact,
      representation: representation?.isInForce
        ? {
            representativeId: representation.representativeId,
            ...withoutUndefined({ name: representative && partyName(representative) }),
            powerOfAttorney: representation.powerOfAttorney,
          }
        : undefined,
    }),
  }
}
function nameOf({ firstName, middleName, lastName }            )             {
  return { firstName, ...withoutUndefined({ middleName }), lastName }
}
return { recipientsOf, asRecipient }
})()

const coreDecisionPackage = (() => {
const { withoutUndefined } = coreKernelWithoutUndefined
const { listAuthorities } = coreDecisionAuthorities
const { textOf, withoutEmpty } = coreDecisionBoilerplate
const { citedAnchors } = coreDecisionCitedAnchors
const { anchorKey, issueTitle, labelOf, sectionOf, versionKey } = coreDecisionFacts
const { inReadingOrder, layOut } = coreDecisionLayout
const { asRecipient, recipientsOf } = coreDecisionRecipients
const { anchorsIn, mapTextBlock } = coreDecisionRichText
const { structureOf } = coreDecisionStructure
/**
 * What a signature freezes. The facts have no blockers: every issue is decided, every citation resolves. The manifest
 * is taken as given: that of a large case is one text.
 */
function composePackage          (
  facts               ,
  warnings                      ,
  manifest          ,
)                                                             {
  const citations = numberedCitations(facts)
  const numbers = new Map(citations.map(({ anchor, number }) => [anchorKey(anchor), number]))
  const numberOf = (anchor        ) => numbers.get(anchorKey(anchor))
  const content = (blocks                  ) => frozenBlocks(facts, blocks, citations, numberOf)
  const { words, issues } = facts
  const overrides = overridesOf(facts)
  const remands = remandsOf(facts, numberOf)
  const structure = structureOf(facts)
  const sections                   = [
    { part: 'opening', content: content(facts.content.opening) },
    ...issues.map((issue) => ({
      part: 'issue'         ,
      issueId: issue.id,
      heading: issueTitle(words, issue),
      content: content(sectionOf(facts, issue.id)),
    })),
    { part: 'closing', content: content(facts.content.closing) },
  ]
  const authorities = listAuthorities(
    inReadingOrder(layOut(sections, structure)).map(({ block, issueId }) => ({
      place: withoutUndefined({ issueId, blockId: block.id }),
      content: block.type === 'boilerplate' ? block.content : [block],
    })),
    words.workProducts.authorities,
  )
  return {
    format: 'portico.decision/1',
    case: facts.case,
    profile: { name: words.name, label: words.label },
    workProduct: facts.workProduct,
    signature: facts.signature,
    ...(facts.override ? { override: facts.override } : {}),
    ...(overrides.length > 0 ? { overrides } : {}),
    sections,
    ...(structure ? { structure } : {}),
    ...(authorities ? { authorities } : {}),
    ...(remands.length > 0 ? { remands } : {}),
    dispositions: issues.flatMap((issue, index) => dispositionOf(facts, issue, index + 1, numberOf)),
    citations,
    recipients: recipientsOf(facts).map((party) => asRecipient(facts, party)),
    manifest,
    warnings,
  }
}
/** The checklist of what was sent back and is decided now. */
function remandsOf({ remands = [] }               , numberOf                            )                  {
  return remands.map(({ id: remandId, kind, issueIds, instructions }) => ({
    remandId,
    kind,
    issueIds,
    instructions: instructions.map(({ text, issueId, reason, judgment, answers }) => ({
      text,
      ...withoutUndefined({ issueId, reason, result: judgment?.result, why: judgment?.why }),
      evidence: [...new Set(answers.map(({ anchor }) => numberOf(anchor)))],
    })),
  }))
}
/** Those on this work product, and on the issues that it decides. */
function overridesOf({ overrides = [], workProduct, issues }               )                    {
  return overrides
    .filter(
      ({ workProductId, issueId }) =>
        workProductId === workProduct.id || issues.some(({ id }) => id === issueId),
    )
    .map(({ workProductId: _, ...override }) => override)
}
/** A place cited again keeps its first number. */
function numberedCitations(facts               )                    {
  const citations = new Map                         ()
  for (const { anchor, issueId } of citedAnchors(facts)) {
    const key = anchorKey(anchor)
    const known = citations.get(key)
    if (known && issueId !== undefined && !known.issueIds.includes(issueId)) known.issueIds.push(issueId)
    if (known) continue
    const version = facts.versions.get(versionKey(anchor))
    const documentName = version?.name ?? anchor.documentId
    const documentPage = anchor.page - (version?.startPage ?? 1) + 1
    citations.set(key, {
      number: citations.size + 1,
      label: `${documentName}, page ${documentPage}`,
      anchor,
      documentName,
      documentPage,
      status: facts.checks.get(key)?.status === 'unread' ? 'unread' : 'holds',
      issueIds: issueId === undefined ? [] : [issueId],
    })
  }
  return [...citations.values()]
}
function frozenBlocks(
  facts               ,
  blocks                  ,
  citations                            ,
  numberOf                            ,
)                 {
  const frozenRun = (run     )             => {
    if (run.type !== 'citation') return run
    const number = numberOf(run.anchor)
    return { type: 'citation', number, label: run.label ?? (citations[number - 1]                   ).label }
  }
  const frozen =     (block                      ) => mapTextBlock                     (block, frozenRun)
  return withoutEmpty(facts, blocks).map((block)               => {
    if (block.type !== 'boilerplate') return frozen                (block)
    const { entry, content } = textOf(facts, block)
    return {
      type: 'boilerplate',
      id: block.id,
      ...(block.part === undefined ? {} : { part: block.part }),
      entryId: block.entryId,
      version: block.edited ? block.version : (entry?.version ?? block.version),
      isEdited: block.edited !== undefined,
      content: content.map((one) => frozen(one)),
    }
  })
}
function dispositionOf(
  facts               ,
  issue               ,
  number        ,
  numberOf                            ,
)                       {
  const { id, issueType, benefitType, scope, description, decision, evidence } = issue
  if (!decision) return []
  const { words } = facts
  const reasons = words.reasonGroups.flatMap((group) => group.reasons)
  const word = (known                                            , name        ) => ({
    name,
    label: labelOf(known, name),
  })
  const restsOn = [...anchorsIn(sectionOf(facts, id)), ...evidence].map(numberOf)
  return [
    {
      issueId: id,
      number,
      issueType: word(words.issueTypes, issueType),
      ...(benefitType === undefined ? {} : { benefitType: word(words.benefitTypes, benefitType) }),
      ...(scope === undefined ? {} : { scope }),
      ...(description === undefined ? {} : { description }),
      disposition: word(words.dispositions, decision.disposition),
      reasons: decision.reasons.map(({ reason, timing }) => ({
        reason: word(reasons, reason),
        ...(timing === undefined ? {} : { timing }),
      })),
      ...(decision.instructions && decision.instructions.length > 0
        ? { instructions: decision.instructions.map((one) => ({ ...one })) }
        : {}),
      ...(decision.note === undefined ? {} : { note: decision.note }),
      decidedAt: decision.at,
      evidence: [...new Set(restsOn)],
    },
  ]
}
return { composePackage }
})()

const coreDecisionShown = (() => {
const { canonicalJson } = coreKernelChain
const { composePackage } = coreDecisionPackage
/** What a signer reads before signing, part by part, as a refusal names it. */
const parts                                                                                                  =
  [
    {
      name: 'the text',
      of: ({ sections, structure = null, authorities = null }, _, title) => [
        title,
        sections,
        structure,
        authorities,
      ],
    },
    {
      name: 'the dispositions',
      of: ({ dispositions }) => dispositions.map(({ evidence: _, ...decided }) => decided),
    },
    {
      name: 'the citations',
      of: ({ citations, dispositions }) => [citations, dispositions.map(({ evidence }) => evidence)],
    },
    { name: 'the instructions of remands', of: ({ remands = [] }) => remands },
    { name: 'the recipients', of: ({ recipients }) => recipients },
    { name: 'what blocks the signature', of: (_, { blockers }) => blockers },
    { name: 'the warnings', of: (_, { warnings }) => warnings },
  ]
const hashLength = 32
/** The hash of what a signer is shown: one for each part, so that a refusal can say what has changed since. */
function shownOf(facts               , findings          )         {
  const frozen = composePackage(facts, [], [])
  const { title } = facts.workProduct
  const hashes = parts.map(({ of }) => hash('sha256', canonicalJson(of(frozen, findings, title)), 'hex'))
  return hashes.map((one) => one.slice(0, hashLength)).join('.')
}
/** That something is no longer as it was shown, in a sentence; undefined if all of it is. */
function changedSince(shown        , now        )                     {
  if (shown === now) return undefined
  const [before, after] = [shown.split('.'), now.split('.')]
  const isKnown = before.length === after.length
  const changed = parts.filter((_, index) => before[index] !== after[index]).map(({ name }) => name)
  const what = isKnown ? changed.join(', ') : 'the decision'
  return `This has changed since you looked: ${what}. Read the decision again before you sign it.`
}
return { shownOf, changedSince }
})()

const coreDecisionWorkProductState = (() => {
const proposalEvents = {"workProduct.proposed":true,"workProduct.proposalAccepted":true,"workProduct.proposalRejected":true,"workProduct.proposalWithdrawn":true}
const events = {"workProduct.drafted":true,"workProduct.saved":true,"workProduct.submitted":true,"workProduct.returned":true,"workProduct.discarded":true,"workProduct.reinstated":true,"workProduct.commented":true,"workProduct.commentResolved":true,"workProduct.commentReopened":true,"workProduct.signed":true,"workProduct.cleared":true,"workProduct.released":true,"workProduct.recalled":true,"workProduct.sealed":true}
const { authorOf } = coreKernelDecider
const { heldAfter, heldTaskEvents } = coreWorkHeldTasks
const workProductEventTypes                       = [
  ...(Object.keys(events)                           ),
  ...(Object.keys(proposalEvents)                                   ),
  'remand.returned',
  'remand.received',
  ...heldTaskEvents,
  'case.linked',
]
const isBeingWritten = (status                   ) => status === 'draft' || status === 'inReview'
const isInForce = (status                   ) => status === 'signed' || status === 'released'
/** Whether the next decision waits for it to be recalled. */
const isLatest = ({ status, isBehind }         ) => isInForce(status) && !isBehind
function evolve(state                   , event          )                    {
  const changed = (workProductId        , change                  )                    => {
    const product = state.products[workProductId]
    if (!product) return state
    return { ...state, products: { ...state.products, [workProductId]: { ...product, ...change } } }
  }
  const settled = (isResolved         , { workProductId, commentId }           ) => {
    const comments = state.products[workProductId]?.comments ?? {}
    const settledOne = { ...comments[commentId], isResolved }
    return changed(workProductId, { comments: { ...comments, [commentId]: settledOne } })
  }
  const proposed = (workProductId        , proposalId        , one          ) => {
    const proposals = { ...state.products[workProductId]?.proposals, [proposalId]: one }
    return changed(workProductId, { proposals })
  }
  const answered = ({ workProductId, proposalId }            , status                    ) => {
    const by = state.products[workProductId]?.proposals?.[proposalId]?.by ?? ''
    return proposed(workProductId, proposalId, { by, status })
  }
  switch (event.type) {
    case 'case.linked': {
      const { kind, direction, caseId } = event.data
      return kind === 'substitution' && direction === 'to' ? { ...state, substitutedBy: caseId } : state
    }
    case 'workProduct.drafted': {
      const { workProductId, version, title, contentSha256 } = event.data
      const product          = {
        status: 'draft',
        version,
        title,
        contentSha256,
        comments: {},
        packageSha256: null,
        isCleared: false,
        isSealed: false,
      }
      return { ...state, products: { ...state.products, [workProductId]: product } }
    }
    case 'workProduct.saved': {
      const { workProductId, version, title, contentSha256 } = event.data
      return changed(workProductId, { version, title, contentSha256 })
    }
    case 'workProduct.submitted':
      return changed(event.data.workProductId, { status: 'inReview' })
    case 'workProduct.returned':
      return changed(event.data.workProductId, { status: 'draft' })
    case 'workProduct.reinstated':
      return changed(event.data.workProductId, { status: event.data.status })
    case 'workProduct.discarded':
      return changed(event.data.workProductId, { status: 'discarded' })
    case 'workProduct.commented': {
      const { workProductId, commentId, inReplyTo } = event.data
      const made = { ...(inReplyTo === undefined ? {} : { inReplyTo }), isResolved: false }
      const comments = { ...state.products[workProductId]?.comments, [commentId]: made }
      return changed(workProductId, { comments })
    }
    case 'workProduct.commentResolved':
      return settled(true, event.data)
    case 'workProduct.commentReopened':
      return settled(false, event.data)
    case 'workProduct.proposed': {
      const { workProductId, proposalId } = event.data
      return proposed(workProductId, proposalId, { by: authorOf(event).id, status: 'open' })
    }
    case 'workProduct.proposalAccepted':
      return answered(event.data, 'accepted')
    case 'workProduct.proposalRejected':
      return answered(event.data, 'rejected')
    case 'workProduct.proposalWithdrawn':
      return answered(event.data, 'withdrawn')
    case 'workProduct.signed':
      return changed(event.data.workProductId, {
        status: 'signed',
        packageSha256: event.data.packageSha256,
      })
    case 'workProduct.cleared':
      return changed(event.data.workProductId, { isCleared: true })
    case 'workProduct.released':
      return changed(event.data.workProductId, { status: 'released' })
    case 'workProduct.recalled':
      return changed(event.data.workProductId, { status: 'recalled' })
    case 'workProduct.sealed':
      return changed(event.data.workProductId, { isSealed: true })
    case 'remand.returned':
    case 'remand.received':
      return behind(state)
    default:
      return { ...state, tasks: heldAfter(state.tasks, event) }
  }
}
function behind(state                   )                    {
  const products = Object.entries(state.products).map(([id, product]) => [
    id,
    product.status === 'released' ? { ...product, isBehind: true          } : product,
  ])
  return { ...state, products: Object.fromEntries(products) }
}
return { workProductEventTypes, isBeingWritten, isInForce, isLatest, evolve }
})()

const coreDecisionWorkProduct = (() => {
const isIntegration = ({ kind } ) => kind === 'integration'
const { Refusal, workerIn } = coreKernelDecider
const { overrideUsed } = coreWorkOverride
const { overrideFor, refuseUnlessReleaser, refuseUnlessWriter, signatureOverride } = coreDecisionHolders
const { acceptProposals, propose, rejectProposals, withdrawProposals } = coreDecisionProposalCommands
const { changedSince } = coreDecisionShown
const { evolve, isBeingWritten, isInForce, isLatest, workProductEventTypes } = coreDecisionWorkProductState
/** A command on one work product. */
/** The text as it was changed since the last version: it becomes one first, so that none of it is lost. */
/** What a signature would freeze, and its blockers. */
const mostComments = 2000
/**
 * The work products of a case: at most one in progress and one in force. Only this decider signs, releases and recalls.
 * A cleared work product is released once it is sealed, so that what is delivered exists.
 */
const workProducts                                                 = {
  name: 'workProducts',
  needs: {
    draft: 'draft',
    draftUnlessWritten: null,
    save: 'draft',
    submit: 'draft',
    discard: 'draft',
    reinstate: null,
    return: 'reviewDrafts',
    comment: 'commentOnDrafts',
    setResolved: 'commentOnDrafts',
    propose: 'commentOnDrafts',
    acceptProposals: 'draft',
    rejectProposals: 'draft',
    withdrawProposals: 'commentOnDrafts',
    sign: 'signDecisions',
    release: 'releaseDecisions',
    releaseIfReady: null,
    recall: 'recallDecisions',
    recallInForce: null,
    seal: null,
  },
  stateVersion: 5,
  reads: () => ({ types: workProductEventTypes }),
  initial: { products: {}, tasks: [] },
  evolve,
  decide(command, state, context) {
    const { products, tasks } = state
    const acting = { tasks, context }
    if (command.type === 'recallInForce') return recallInForce(command, state)
    if (command.type === 'draft') return draft(command, products, acting)
    if (command.type === 'draftUnlessWritten') {
      const isTaken = Object.values(products).some((one) => isBeingWritten(one.status) || isLatest(one))
      return isTaken ? [] : draft({ ...command, type: 'draft' }, products, acting)
    }
    const product = Object.hasOwn(products, command.workProductId) && products[command.workProductId]
    if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
    switch (command.type) {
      case 'save':
        return save(command, product, acting)
      case 'submit':
        return submit(command, product, acting)
      case 'return':
        return returned(command, product, acting)
      case 'discard':
        return discard(command, product, acting)
      case 'reinstate':
        return reinstate(command, product)
      case 'comment':
        return comment(command, product)
      case 'setResolved':
        return setResolved(command, product)
      case 'propose':
        refuseUnlessWritten(product)
        return propose(command, product)
      case 'acceptProposals':
        refuseUnlessEditable(product, acting, command.mayEditInReview)
        return acceptProposals(command, product)
      case 'rejectProposals':
        refuseUnlessEditable(product, acting, command.mayEditInReview)
        return rejectProposals(command, product)
      case 'withdrawProposals':
        refuseUnlessWritten(product)
        return withdrawProposals(command, product, context)
      case 'sign':
        return sign(command, product, acting)
      case 'release':
        return release(command, product, acting)
      case 'releaseIfReady':
        return releaseIfReady(command, product)
      case 'recall':
        return recall(command, product, state)
      case 'seal':
        return seal(command, product)
    }
  },
}
function draft(command             , products                               , acting        )         {
  const { workProductId, title, contentSha256, issueIds } = command
  if (Object.hasOwn(products, workProductId))
    throw new Refusal('conflict', 'This work product already exists.')
  for (const product of Object.values(products)) {
    if (isBeingWritten(product.status))
      throw new Refusal(
        'stateForbids',
        'A work product is being written already: finish or discard it first.',
      )
    if (isLatest(product))
      throw new Refusal(
        'stateForbids',
        'The case has a signed work product: recall it before another is drafted.',
      )
  }
  refuseUnlessWriter(acting, 'draft', 'begin')
  const data = { workProductId, version: 1, title: title.trim(), contentSha256, issueIds }
  return [{ type: 'workProduct.drafted', subject: workProductId, data }]
}
function save(command            , product         , acting        )         {
  const { workProductId, baseVersion, contentSha256, issueIds, mayEditInReview } = command
  refuseUnlessEditable(product, acting, mayEditInReview)
  refuseStale(baseVersion, product)
  const title = command.title?.trim() ?? product.title
  return kept(workProductId, product, { title, contentSha256, issueIds }).facts
}
/** Refuses whoever may not change the text now, version by version or block by block. */
function refuseUnlessEditable(product         , acting        , mayEditInReview         ) {
  refuseUnlessWritten(product)
  if (product.status === 'inReview' && !mayEditInReview)
    throw new Refusal('stateForbids', 'The work product is in review: only its reviewer can change it now.')
  refuseUnlessWriter(acting, product.status, 'change')
}
/** The next version, if the text is another than that of the last. */
function kept(
  workProductId        ,
  product         ,
  text                    ,
)                                     {
  const { version, title, contentSha256 } = product
  if (!text || (text.title === title && text.contentSha256 === contentSha256)) return { version, facts: [] }
  const data = { workProductId, version: version + 1, ...text }
  return { version: version + 1, facts: [{ type: 'workProduct.saved', subject: workProductId, data }] }
}
function submit(command              , product         , acting        )         {
  const { workProductId, version: seen, override, unkept } = command
  refuseUnlessWritten(product)
  refuseStale(seen, product)
  if (product.status === 'inReview') return []
  const overridden = overrideFor(acting, { action: 'submit', workProductId, override })
  const { version, facts } = kept(workProductId, product, unkept)
  const submitted       = {
    type: 'workProduct.submitted',
    subject: workProductId,
    data: { workProductId, version },
  }
  return [...facts, submitted, ...overridden]
}
function returned(command              , product         , acting        )         {
  const { workProductId, version: seen, reasonsSha256, override, unkept } = command
  refuseUnlessWritten(product)
  if (product.status !== 'inReview') throw new Refusal('stateForbids', 'The work product is not in review.')
  refuseStale(seen, product)
  const overridden = overrideFor(acting, { action: 'return', workProductId, override })
  const { version, facts } = kept(workProductId, product, unkept)
  const data = { workProductId, version, reasonsSha256 }
  return [...facts, { type: 'workProduct.returned', subject: workProductId, data }, ...overridden]
}
function discard({ workProductId, why, unkept }               , product         , acting        )         {
  if (product.status === 'discarded') return []
  refuseUnlessWritten(product)
  refuseUnlessWriter(acting, product.status, 'discard')
  const data = { workProductId, why: why.trim() }
  const { facts } = kept(workProductId, product, unkept)
  return [...facts, { type: 'workProduct.discarded', subject: workProductId, data }]
}
function reinstate({ workProductId, status, why }                 , product         )         {
  if (product.status !== 'discarded') return []
  return [{ type: 'workProduct.reinstated', subject: workProductId, data: { workProductId, status, why } }]
}
function comment(command               , product         )         {
  const { caseId: _, type: __, ...made } = command
  refuseUnlessWritten(product)
  if (Object.keys(product.comments).length >= mostComments)
    throw new Refusal('stateForbids', `A work product has at most ${mostComments} comments.`)
  const { inReplyTo } = made
  if (inReplyTo !== undefined) {
    const thread = threadOf(inReplyTo, product)
    if (thread.inReplyTo !== undefined)
      throw new Refusal(
        'invalid',
        `inReplyTo must name the comment that began the thread, ${thread.inReplyTo}.`,
      )
    if (made.place) throw new Refusal('invalid', 'A reply has the place of its thread: leave place out.')
  }
  if ((made.place?.part === 'issue') !== (made.place?.issueId !== undefined))
    throw new Refusal(
      'invalid',
      'place.issueId must be given for the part issue, and left out for any other.',
    )
  const data = { ...made, version: product.version }
  return [{ type: 'workProduct.commented', subject: made.workProductId, data }]
}
function setResolved({ workProductId, commentId, resolved }                   , product         )         {
  refuseUnlessWritten(product)
  const thread = threadOf(commentId, product)
  if (thread.inReplyTo !== undefined)
    throw new Refusal(
      'invalid',
      `This comment is a reply: settle the thread by the comment that began it, ${thread.inReplyTo}.`,
    )
  if (thread.isResolved === resolved) return []
  const type = resolved ? 'workProduct.commentResolved' : 'workProduct.commentReopened'
  return [{ type, subject: workProductId, data: { workProductId, commentId } }]
}
function threadOf(commentId        , { comments }         ) {
  const thread = Object.hasOwn(comments, commentId) && comments[commentId]
  if (!thread) throw new Refusal('notFound', 'There is no such comment on this work product.')
  return thread
}
function sign(command            , product         , acting        )         {
  const { profile } = acting.context
  if (isIntegration(workerIn(acting.context)))
    throw new Refusal('forbidden', 'Only a person can sign a decision, not another system.')
  const { workProductId, version, shown, prepared } = command
  if (isInForce(product.status)) throw new Refusal('conflict', 'The work product is already signed.')
  refuseUnlessWritten(product)
  refuseStale(version, product)
  if (product.status !== 'inReview')
    throw new Refusal(
      'stateForbids',
      'The work product is a draft: submit it for review before it is signed.',
    )
  const override = signatureOverride(acting, command)
  if (!prepared) throw new Error('a signature was decided without what it would freeze')
  const { blockers, packageSha256, dispositions, recipients, warnings } = prepared
  const changed = shown !== undefined && changedSince(shown, prepared.shown)
  if (changed) throw new Refusal('conflict', changed)
  const [first] = blockers
  if (first) {
    const others = blockers.length - 1
    const more =
      others === 0 ? '' : ` There ${others === 1 ? 'is 1 more blocker' : `are ${others} more blockers`}.`
    throw new Refusal('stateForbids', `${first.sentence}${more}`)
  }
  const { contentSha256 } = product
  const signed       = {
    type: 'workProduct.signed',
    subject: workProductId,
    data: { workProductId, version, contentSha256, packageSha256, dispositions, recipients, warnings },
  }
  const overridden = override ? [overrideUsed({ action: 'sign', workProductId, ...override })] : []
  if (profile.workProducts.release !== 'atSigning') return [signed, ...overridden]
  return [
    signed,
    ...overridden,
    { type: 'workProduct.cleared', subject: workProductId, data: { workProductId, packageSha256 } },
  ]
}
function release({ workProductId }               , product         , acting        )         {
  const { status, packageSha256, isCleared, isSealed } = product
  if (status === 'released') return []
  if (status !== 'signed' || packageSha256 === null)
    throw new Refusal(
      'stateForbids',
      `Only a signed work product can be released; this one is ${said[status]}.`,
    )
  refuseUnlessReleaser(acting)
  const data = { workProductId, packageSha256 }
  const cleared       = { type: 'workProduct.cleared', subject: workProductId, data }
  const released       = { type: 'workProduct.released', subject: workProductId, data }
  return [...(isCleared ? [] : [cleared]), ...(isSealed ? [released] : [])]
}
function releaseIfReady({ workProductId }                      , product         )         {
  const { status, packageSha256, isCleared, isSealed } = product
  if (status !== 'signed' || packageSha256 === null || !isCleared || !isSealed) return []
  return [{ type: 'workProduct.released', subject: workProductId, data: { workProductId, packageSha256 } }]
}
function recallInForce(
  { caseId, why }                     ,
  { products, substitutedBy }                   ,
)         {
  const [inForce] = Object.entries(products).filter(([, product]) => isLatest(product))
  if (!inForce) return []
  const [workProductId, product] = inForce
  return recall({ type: 'recall', caseId, workProductId, why }, product, { substitutedBy })
}
function recall(
  { workProductId, why }              ,
  { status, packageSha256, isBehind }         ,
  { substitutedBy }                                          ,
)         {
  if (status === 'recalled') return []
  if (substitutedBy)
    throw new Refusal(
      'stateForbids',
      'The case goes on as another since a substitution, and nothing is decided in this one again: link the issue as a remand to decide it anew.',
    )
  if (isBehind)
    throw new Refusal(
      'stateForbids',
      'What this decision sent back has returned and is decided anew: it can no longer be recalled.',
    )
  if (!isInForce(status) || packageSha256 === null)
    throw new Refusal(
      'stateForbids',
      `Only a signed work product can be recalled; this one is ${said[status]}.`,
    )
  const data = { workProductId, packageSha256, wasReleased: status === 'released', why: why.trim() }
  return [{ type: 'workProduct.recalled', subject: workProductId, data }]
}
/** A signed work product is sealed even if recalled in the meantime: the package and its file are kept. */
function seal(command            , product         )         {
  const { workProductId, packageSha256, sha256, bytes } = command
  if (product.packageSha256 !== packageSha256)
    throw new Refusal('stateForbids', 'The work product was not signed with this package.')
  if (product.isSealed) return []
  const data = { workProductId, packageSha256, sha256, bytes }
  return [{ type: 'workProduct.sealed', subject: workProductId, data }]
}
const said                                    = {
  draft: 'a draft',
  inReview: 'in review',
  signed: 'signed',
  released: 'signed and released',
  recalled: 'recalled',
  discarded: 'discarded',
}
/** Refuses what would change a text that is over. */
function refuseUnlessWritten({ status }         ) {
  if (isBeingWritten(status)) return
  throw new Refusal('stateForbids', `The work product is ${said[status]}: it can no longer be changed.`)
}
function refuseStale(version        , product         ) {
  if (version === product.version) return
  const { version: current } = product
  throw new Refusal('conflict', `The work product is at version ${current}, not ${version}: read it again.`)
}
return { workProducts, refuseUnlessEditable, refuseUnlessWritten }
})()

const coreFileCaseFile = (() => {
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
/** The labels a person gives a document. */
/** The bytes its pages are read from, and the original if that differs. */
/** The document of another case with the same bytes. */
/** What happens to duplicate bytes: linked, held for a person, or refused. */
const duplicatePolicies = ['link', 'hold', 'refuse']
/** A piece of mail, and how it came to the case. */
/** What a source calls a document; without a revision where another way brought it. */
/** The case as a file: its one page space, which only grows, and the arrangement of its documents. */
const caseFile                                          = {
  name: 'caseFile',
  needs: {
    openCase: null,
    fileDocuments: 'fileDocuments',
    fileMail: 'routeMail',
    dropMail: 'routeMail',
    fileArtifact: null,
    takeDocument: 'fileDocuments',
    noteWrittenBack: null,
    reviseDocument: 'curateDocuments',
    divideDocument: 'curateDocuments',
    arrangeDocuments: 'arrange',
    moveDocuments: 'arrange',
  },
  stateVersion: 5,
  reads: () => ({
    types: [
      'case.opened',
      'case.documentsArranged',
      'document.filed',
      'document.refused',
      'document.revised',
      'document.writtenBack',
      'source.unchanged',
      'document.divided',
      'document.held',
      'document.admitted',
      'document.removed',
    ],
  }),
  opens: (command) => command.type === 'openCase',
  initial: { isOpen: false, lastPage: 0, documents: [], alsoFrom: [] },
  evolve(state, event) {
    switch (event.type) {
      case 'case.opened':
        return { ...state, isOpen: true }
      case 'document.filed': {
        const { documentId, position, startPage, endPage, content, original, from, alias } = event.data
        const filed = {
          id: documentId,
          place: position,
          filedPage: startPage,
          startPage,
          endPage,
          version: 1,
          isListed: true,
          isRemoved: false,
          content,
          original: original ?? null,
          madeAs: event.data.madeAs ?? null,
          from: from
            ? referenceOf(from)
            : alias
              ? { source: alias.source, sourceId: alias.externalId, revision: null }
              : null,
        }
        return {
          ...state,
          lastPage: Math.max(state.lastPage, endPage),
          documents: [...state.documents, filed],
        }
      }
      case 'document.refused':
        return sourced(state, event.data.from, event.data.duplicateOf)
      case 'document.writtenBack': {
        const { documentId, source, sourceId } = event.data
        return sourceId === undefined
          ? state
          : sourced(state, { source, sourceId, revision: null }, documentId)
      }
      case 'source.unchanged':
        return sourced(state, event.data, event.data.documentId)
      case 'document.revised': {
        const { documentId, version, startPage, endPage, content, original, from } = event.data
        const changes = { version, startPage, endPage, content, original: original ?? null }
        return { ...sourced(changed(state, documentId, changes), from, documentId), lastPage: endPage }
      }
      case 'document.divided': {
        const { documentId, endPage, content } = event.data
        return changed(state, documentId, { endPage, content })
      }
      case 'document.held':
        return changed(state, event.data.documentId, { isListed: false, isRemoved: false })
      case 'document.admitted':
        return changed(state, event.data.documentId, { isListed: true, isRemoved: false })
      case 'document.removed':
        return changed(state, event.data.documentId, { isListed: false, isRemoved: true })
      case 'case.documentsArranged': {
        const places = new Map(event.data.documentIds.map((id, place) => [id, place]))
        const documents = state.documents.map((document) => ({
          ...document,
          place: places.get(document.id) ?? document.place,
        }))
        return { ...state, documents }
      }
      default:
        return state
    }
  },
  decide(command, state, context) {
    switch (command.type) {
      case 'openCase':
        return open(command, state, context)
      case 'fileDocuments':
        return file(command.caseId, command.documents, state, command.onDuplicate)
      case 'fileMail': {
        const { type: _, caseId, documents, ...mail } = command
        if (!mail.duplicateOf) refuseRepeated(documents, state)
        const received       = { type: 'mail.received', subject: mail.pieceId, data: mail }
        return [...file(caseId, documents, state, 'link'), received]
      }
      case 'fileArtifact': {
        const { caseId, document, artifact } = command
        const { documentId } = document
        const { sessionId } = artifact
        const filed       = {
          type: 'session.artifactFiled',
          subject: sessionId,
          data: { ...artifact, documentId },
        }
        return [...file(caseId, [document], state, 'link'), filed]
      }
      case 'dropMail': {
        const { type: _, caseId: __, ...mail } = command
        found(mail.duplicateOf, state)
        return [{ type: 'mail.dropped', subject: mail.pieceId, data: mail }]
      }
      case 'takeDocument':
        return take(command, state)
      case 'noteWrittenBack': {
        const { type: _, caseId: __, ...data } = command
        return [{ type: 'document.writtenBack', subject: data.documentId, data }]
      }
      case 'reviseDocument':
        return revise(command, state)
      case 'divideDocument':
        return divide(command, state)
      case 'arrangeDocuments':
        return arrange(command, state)
      case 'moveDocuments':
        return arrange({ ...command, type: 'arrangeDocuments', documentIds: moved(command, state) }, state)
    }
  },
}
/** The document that a source calls by this id, and the revision of it that came last. */
function sourcedFrom(
  { documents, alsoFrom }               ,
  { source, sourceId }                                      ,
)                                                              {
  const isIt = (from                ) => from?.source === source && from.sourceId === sourceId
  const filed = documents.find(({ from }) => isIt(from))
  if (filed?.from) return { documentId: filed.id, revision: filed.from.revision }
  return alsoFrom.find(isIt)
}
const referenceOf = ({ source, sourceId, revision }         )          => ({ source, sourceId, revision })
function sourced(state               , from                     , documentId        )                {
  if (!from) return state
  const { source, sourceId } = from
  const isIt = (one                ) => one?.source === source && one.sourceId === sourceId
  if (state.documents.some((one) => isIt(one.from)))
    return {
      ...state,
      documents: state.documents.map((one) => (isIt(one.from) ? { ...one, from: referenceOf(from) } : one)),
    }
  const others = state.alsoFrom.filter((one) => !isIt(one))
  return { ...state, alsoFrom: [...others, { ...referenceOf(from), documentId }] }
}
/** Without held and removed documents. */
function arrangementOf({ documents }               )           {
  return inOrder(documents.filter(({ isListed }) => isListed)).map(({ id }) => id)
}
function inOrder(documents                 )                  {
  return documents.toSorted((a, b) => a.place - b.place || a.filedPage - b.filedPage)
}
function changed(state               , id        , changes                        )                {
  const documents = state.documents.map((document) =>
    document.id === id ? { ...document, ...changes } : document,
  )
  return { ...state, documents }
}
function open(command          , state               , { at, profile }         )         {
  if (state.isOpen) throw new Refusal('conflict', 'A case with this id already exists.')
  const { type: _, caseId, documents, link, carried = [], ...given } = command
  const sensitivity = Math.max(command.sensitivity ?? 0, profile.sensitivity.ofNewCases)
  // A continued case has the parties of the original.
  const claimantId = link ? undefined : (given.claimantId ?? claimantOf(caseId, at))
  const data = {
    ...given,
    ...withoutUndefined({ claimantId }),
    ...(sensitivity > 0 ? { sensitivity } : {}),
  }
  const linked         = link
    ? [
        {
          type: 'case.linked',
          subject: caseId,
          data: { ...link, direction: 'from', docketNumber: data.docketNumber },
        },
      ]
    : []
  return [
    { type: 'case.opened', subject: caseId, data },
    ...linked,
    ...file(caseId, documents, state, 'link'),
    ...carried,
  ]
}
/** The same however often the case is opened. */
function claimantOf(caseId        , at      )         {
  return derivedId('party', { id: caseId, at: at.toISOString() }, 'claimant')
}
function file(
  caseId        ,
  documents               ,
  state               ,
  onDuplicate                 ,
)         {
  let { lastPage } = state
  let place = state.documents.reduce((last, { place }) => Math.max(last, place), -1) + 1
  return documents.flatMap((document)         => {
    const { documentId, content } = document
    const runs = duplicatesOf(document, state)
    const [same] = runs
    if (same && onDuplicate === 'refuse') {
      const { name, original = content } = document
      const { sha256, bytes } = original
      const { from } = document
      return [
        {
          type: 'document.refused',
          subject: caseId,
          data: { name, sha256, bytes, duplicateOf: same.filed.id, ...withoutUndefined({ from }) },
        },
      ]
    }
    const startPage = lastPage + 1
    const endPage = startPage + content.pageCount - 1
    lastPage = endPage
    const filed       = {
      type: 'document.filed',
      subject: documentId,
      data: { ...document, startPage, endPage, position: place++ },
    }
    if (!same) return [filed]
    const duplicates = runs.map(({ offset, pageCount, ofStartPage }) => ({
      startPage: startPage + offset,
      endPage: startPage + offset + pageCount - 1,
      ofStartPage,
      kind: 'exact'         ,
      similarity: 1,
    }))
    const linked       = { type: 'document.linked', subject: documentId, data: { documentId, duplicates } }
    if (onDuplicate === 'link') return [filed, linked]
    const where = runs.map(({ ofStartPage: from, pageCount }) => `${from} to ${from + pageCount - 1}`)
    const why = `The same bytes are in the file already, on pages ${where.join(', ')}.`
    return [filed, linked, { type: 'document.held', subject: documentId, data: { documentId, why } }]
  })
}
function refuseRepeated(documents                        , state               ) {
  for (const document of documents) {
    if (duplicatesOf(document, state).length === 0) continue
    throw new Refusal(
      'conflict',
      'The same bytes are in the file already: file it anyway, or drop it as a duplicate.',
    )
  }
}
/** However often a source offers a document, and whoever has fetched it meanwhile, it is filed once. */
function take({ caseId, document, onDuplicate }                    , state               )         {
  const { from } = document
  const known = sourcedFrom(state, from)
  if (known && known.revision === from.revision) return []
  const { source, sourceId, revision } = from
  const unchanged = (documentId        )         => [
    {
      type: 'source.unchanged',
      subject: documentId,
      data: { source, sourceId, revision, documentId },
    },
  ]
  if (known) {
    const { content, original, unreadable } = document
    const bytes = { content, ...withoutUndefined({ original, unreadable }) }
    const command = { type: 'reviseDocument'         , caseId, documentId: known.documentId, ...bytes }
    const revised = revise(command, state, from)
    return revised.length === 0 ? unchanged(known.documentId) : revised
  }
  // What was written back to a source is no news from there.
  const own = state.documents.find(
    (filed) => filed.madeAs !== null && receivedOf(filed) === receivedOf(document),
  )
  return own ? unchanged(own.id) : file(caseId, [document], state, onDuplicate)
}
/** Where the file has every page of these bytes, in one document or, since it was divided, in several; else nothing. */
function duplicatesOf({ content, original }               , state               )             {
  const received = receivedOf({ content, original })
  const same = state.documents
    .filter((filed) => !filed.isRemoved && receivedOf(filed) === received)
    .toSorted(({ content: a }, { content: b }) => a.firstPage - b.firstPage || b.pageCount - a.pageCount)
  const runs             = []
  let offset = 0
  for (const filed of same) {
    const into = content.firstPage + offset - filed.content.firstPage
    if (into < 0) break
    const pageCount = Math.min(content.pageCount - offset, filed.content.pageCount - into)
    if (pageCount <= 0) continue
    const ofStartPage = filed.startPage + into
    const last = runs.at(-1)
    if (last && last.ofStartPage + last.pageCount === ofStartPage) last.pageCount += pageCount
    else runs.push({ filed, offset, pageCount, ofStartPage })
    offset += pageCount
  }
  return offset === content.pageCount ? runs : []
}
function receivedOf({
  content,
  original,
}
 )         {
  return original?.sha256 ?? content.sha256
}
function revise(command                      , state               , from                  )         {
  const { type: _, caseId: __, documentId, ...bytes } = command
  const filed = found(documentId, state)
  if (filed.isRemoved) {
    throw new Refusal(
      'stateForbids',
      'The document was removed from the file: admit it before you revise it.',
    )
  }
  const { content, original } = bytes
  const isSame =
    receivedOf(filed) === receivedOf({ content, original }) &&
    filed.content.firstPage === content.firstPage &&
    filed.content.pageCount === content.pageCount
  if (isSame) return []
  const startPage = state.lastPage + 1
  const endPage = state.lastPage + content.pageCount
  // A source that revises what it was given has it already.
  const origin = from ? { from } : filed.madeAs ? { madeAs: filed.madeAs } : {}
  const data = { documentId, version: filed.version + 1, startPage, endPage, ...bytes, ...origin }
  return [{ type: 'document.revised', subject: documentId, data }]
}
function divide({ documentId, parts }                      , state               )         {
  const { place, startPage, version, isListed, content, original } = found(documentId, state)
  const [first, ...others] = parts
  if (!first || others.length === 0)
    throw new Refusal(
      'invalid',
      'parts must have at least 2 entries: a document is divided into two or more.',
    )
  if (!isListed) throw new Refusal('stateForbids', 'A held or removed document cannot be divided.')
  if (version > 1) throw new Refusal('stateForbids', 'A revised document cannot be divided.')
  const pages = parts.reduce((sum, { pageCount }) => sum + pageCount, 0)
  if (pages !== content.pageCount) {
    throw new Refusal(
      'invalid',
      `The parts have ${pages} pages together, but the document has ${content.pageCount}: every page must belong to one part.`,
    )
  }
  const { pageCount, documentId: _, ...labels } = first
  const divided       = {
    type: 'document.divided',
    subject: documentId,
    data: {
      documentId,
      ...labels,
      endPage: startPage + pageCount - 1,
      content: { ...content, pageCount },
      into: others.map(({ documentId }) => documentId),
    },
  }
  let before = pageCount
  const filed = others.map(({ pageCount, ...part })       => {
    const data = {
      ...part,
      startPage: startPage + before,
      endPage: startPage + before + pageCount - 1,
      position: place,
      content: { ...content, firstPage: content.firstPage + before, pageCount },
      ...(original ? { original } : {}),
      dividedFrom: documentId,
    }
    before += pageCount
    return { type: 'document.filed', subject: part.documentId, data }
  })
  return [divided, ...filed]
}
function found(documentId        , { documents }               )                {
  const filed = documents.find(({ id }) => id === documentId)
  if (!filed) throw new Refusal('notFound', 'There is no such document in this appeal.')
  return filed
}
function moved({ documentIds, before, concealed }                     , state               )           {
  const arrangement = arrangementOf(state).filter((id) => !concealed?.includes(id))
  const stranger = [...documentIds, ...(before === undefined ? [] : [before])].find(
    (id) => !arrangement.includes(id),
  )
  if (stranger !== undefined)
    throw new Refusal('invalid', `The document ${stranger} is not in the file of this case.`)
  if (before !== undefined && documentIds.includes(before))
    throw new Refusal('invalid', `The document ${before} cannot be put before itself.`)
  const moving = new Set(documentIds)
  const others = arrangement.filter((id) => !moving.has(id))
  const at = before === undefined ? others.length : others.indexOf(before)
  return others.toSpliced(at, 0, ...arrangement.filter((id) => moving.has(id)))
}
function arrange(
  { caseId, documentIds, concealed = [] }                        ,
  state               ,
)         {
  const arrangement = arrangementOf(state).filter((id) => !concealed.includes(id))
  const known = new Set(arrangement)
  const named = new Set(documentIds)
  const stranger = documentIds.find((id) => !known.has(id))
  if (stranger !== undefined) throw new Refusal('invalid', `The document ${stranger} is not in this appeal.`)
  if (named.size < documentIds.length) throw new Refusal('invalid', 'A document is named more than once.')
  if (named.size < known.size) {
    const missing = arrangement.filter((id) => !named.has(id))
    throw new Refusal(
      'invalid',
      `Every document must be named once; ${missing.length} missing, ${missing[0]} among them.`,
    )
  }
  if (documentIds.every((id, index) => id === arrangement[index])) return []
  // Those that people do not see keep their order, behind the others: one that is admitted has a place again.
  const hidden = inOrder(
    state.documents.filter(({ id, isListed }) => !isListed || concealed.includes(id)),
  ).map(({ id }) => id)
  return [
    {
      type: 'case.documentsArranged',
      subject: caseId,
      data: { documentIds: [...documentIds, ...hidden] },
    },
  ]
}
return { duplicatePolicies, caseFile, sourcedFrom, arrangementOf }
})()

const coreIssueDeciders = (() => {
const issueActions = ["decide","cite","editDecided"]
const { decidersOf, decidingOverride } = coreDecisionHolders
const { Refusal } = coreKernelDecider
const verbs                                 = {
  decide: 'decide the issue',
  undecide: 'undo the decision on the issue',
  cite: 'cite evidence for the issue',
  uncite: 'remove a citation of the issue',
  edit: 'edit an issue that is decided',
}
/** What happens to a decision on an issue, or to its evidence, by those who hold the case; by others with a reason. */
function byDeciders(
  facts        ,
  acting        ,
  { action, issueId, override }                                                                            ,
)         {
  if (facts.length === 0) return []
  const overridden = decidingOverride(acting, { verb: verbs[action], override })
  if (!overridden) return facts
  const { task, why } = overridden
  const held = { taskId: task.id, type: task.type, ...(task.assignee ? { holder: task.assignee } : {}) }
  return [...facts, { type: 'issue.overrideUsed', subject: issueId, data: { issueId, action, ...held, why } }]
}
const needs                              = {
  decide: 'decideIssues',
  cite: 'citeEvidence',
  editDecided: 'editIssues',
}
/** What a member may do with issues that no signed decision locks. */
function issueOffers(acting        , allowed                   )               {
  const known = issueActions.filter((action) => allowed.includes(needs[action]))
  const accepts = (override         ) => {
    try {
      decidingOverride(acting, { verb: '', override })
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const isFree = accepts()
  return {
    may: isFree ? known : [],
    override: !isFree && accepts('-') ? known : [],
    heldBy: decidersOf(acting.tasks, acting.context.profile),
  }
}
return { byDeciders, issueOffers }
})()

const coreIssueState = (() => {
const { authorOf, Refusal } = coreKernelDecider
const { heldAfter, heldTaskEvents } = coreWorkHeldTasks
const issueEventTypes                       = [
  'issue.added',
  'issue.edited',
  'issue.decided',
  'issue.undecided',
  'issue.split',
  'issue.merged',
  'issue.removed',
  'issue.restored',
  'issue.cited',
  'issue.uncited',
  'issue.citationMoved',
  'issue.citationOrphaned',
  'case.issuesOrdered',
  'workProduct.signed',
  'workProduct.recalled',
  'remand.sentBack',
  'remand.received',
  'remand.returned',
  'remand.ended',
  'remand.resumed',
  'case.linked',
  ...heldTaskEvents,
]
function evolve(state             , event          )              {
  switch (event.type) {
    case 'issue.added': {
      const { issueId, position, raisedIssueIds = [issueId] } = event.data
      const words = wordsOf(event.data)
      const added = { words, left: null, raisedIssueIds, decision: null, citations: {}, signedIn: null }
      return listed({ ...state, issues: { ...state.issues, [issueId]: added } }, issueId, position)
    }
    case 'issue.edited':
      return changed(state, event.data.issueId, { words: wordsOf(event.data) })
    case 'issue.decided': {
      const { issueId, ...decision } = event.data
      return changed(state, issueId, { decision })
    }
    case 'issue.undecided':
      return changed(state, event.data.issueId, { decision: null })
    case 'issue.split':
      return gone(state, [event.data.issueId], 'split')
    case 'issue.merged':
      return gone(state, event.data.from, 'merged')
    case 'issue.removed':
      return back(gone(state, [event.data.issueId], event.data.how), event.data.issueId)
    case 'issue.restored': {
      const { issueId, position } = event.data
      return changed(listed(state, issueId, position), issueId, { left: null })
    }
    case 'case.issuesOrdered': {
      const { issueIds } = event.data
      return { ...state, issueIds, nextPosition: issueIds.length }
    }
    case 'issue.cited': {
      const { issueId, citationId, ...place } = event.data
      return cited(state, issueId, citationId, {
        ...place,
        isOrphaned: false,
        by: authorOf(event).name,
        at: event.at,
      })
    }
    case 'issue.uncited': {
      const { issueId, citationId } = event.data
      const { [citationId]: _, ...citations } = state.issues[issueId]?.citations ?? {}
      return changed(state, issueId, { citations })
    }
    case 'issue.citationMoved': {
      const { issueId, citationId, anchor } = event.data
      const place = state.issues[issueId]?.citations[citationId]
      return place ? cited(state, issueId, citationId, { ...place, anchor, isOrphaned: false }) : state
    }
    case 'issue.citationOrphaned': {
      const { issueId, citationId } = event.data
      const place = state.issues[issueId]?.citations[citationId]
      return place ? cited(state, issueId, citationId, { ...place, isOrphaned: true }) : state
    }
    case 'workProduct.signed': {
      const { workProductId: signedIn, dispositions } = event.data
      return dispositions.reduce((before, { issueId }) => changed(before, issueId, { signedIn }), state)
    }
    case 'workProduct.recalled': {
      const { workProductId } = event.data
      const issues = Object.entries(state.issues).map(([id, issue]) => [
        id,
        issue.signedIn === workProductId ? { ...issue, signedIn: null } : issue,
      ])
      return { ...state, issues: Object.fromEntries(issues) }
    }
    case 'remand.sentBack':
    case 'remand.resumed': {
      const { remandId: awayOn, issueIds } = event.data
      const away = { decision: null, signedIn: null, awayOn }
      return issueIds.reduce((before, id) => changed(before, id, away), state)
    }
    case 'remand.received': {
      const open = { decision: null, signedIn: null }
      return event.data.issueIds.reduce((before, id) => changed(before, id, open), state)
    }
    case 'remand.returned':
    case 'remand.ended':
      return event.data.issueIds.reduce(back, state)
    case 'case.linked': {
      const { direction, caseId, shared } = event.data
      if (direction !== 'to' || !shared) return state
      const moved = Object.fromEntries(shared.issues.map(({ id }) => [id, caseId]))
      return { ...state, continued: { ...state.continued, ...moved } }
    }
    default:
      return { ...state, tasks: heldAfter(state.tasks, event) }
  }
}
/** The subject of an issue, without its origin. */
function wordsOf({ issueType, benefitType, scope, description }          )           {
  return {
    issueType,
    ...(benefitType === undefined ? {} : { benefitType }),
    ...(scope === undefined ? {} : { scope }),
    ...(description === undefined ? {} : { description }),
  }
}
function listed(state             , issueId        , position        )              {
  return { ...state, issueIds: [...state.issueIds, issueId], nextPosition: position + 1 }
}
function changed(state             , issueId        , changes                     )              {
  const issue = state.issues[issueId]
  return issue ? { ...state, issues: { ...state.issues, [issueId]: { ...issue, ...changes } } } : state
}
function back(state             , issueId        )              {
  const issue = state.issues[issueId]
  if (!issue) return state
  const { awayOn: _, ...here } = issue
  return { ...state, issues: { ...state.issues, [issueId]: here } }
}
function cited(state             , issueId        , citationId        , place            )              {
  return changed(state, issueId, { citations: { ...state.issues[issueId]?.citations, [citationId]: place } })
}
function gone(state             , issueIds          , left                    )              {
  const listed = { ...state, issueIds: state.issueIds.filter((id) => !issueIds.includes(id)) }
  return issueIds.reduce((before, id) => changed(before, id, { left }), listed)
}
function found(issueId        , { issues }             )             {
  const issue = Object.hasOwn(issues, issueId) ? issues[issueId] : undefined
  if (!issue) throw new Refusal('notFound', 'There is no such issue in this case.')
  return issue
}
/** Listed, not locked by a signature, and not away. */
function changeable(issueId        , state             )             {
  const issue = found(issueId, state)
  if (issue.left) {
    const how = issue.left === 'ineligible' ? 'found ineligible' : issue.left
    throw new Refusal('stateForbids', `The issue is no longer in the list: it was ${how}.`)
  }
  if (issue.signedIn !== null) {
    throw new Refusal(
      'stateForbids',
      'A signed decision decides this issue: recall it before you change the issue.',
    )
  }
  if (issue.awayOn !== undefined) {
    throw new Refusal(
      'stateForbids',
      'The issue was sent back for more work: record the return of the remand before you change it.',
    )
  }
  return issue
}
function undecided(issueId        , state             )             {
  const issue = changeable(issueId, state)
  if (!issue.decision) return issue
  throw new Refusal('stateForbids', 'The issue is decided: withdraw the decision first.')
}
const mostIssues = 500
function refuseTooMany({ issues }             , added        ) {
  if (Object.keys(issues).length + added <= mostIssues) return
  throw new Refusal('stateForbids', `A case has at most ${mostIssues} issues, including removed ones.`)
}
return { issueEventTypes, evolve, found, changeable, undecided, refuseTooMany }
})()

const coreIssueEvidence = (() => {
const { isSameAnchor, refuseTwistedBox } = coreFileAnchors
const { Refusal } = coreKernelDecider
const { changeable, found } = coreIssueState
const mostCitations = 1000
/** Idempotent for the same place. */
function cite(command                        , state             )         {
  const { issueId, citationId, anchor } = command
  const issue = changeable(issueId, state)
  if (anchor.rect) refuseTwistedBox(anchor.rect)
  if (citationOf(issue, anchor) !== undefined) return []
  if (Object.keys(issue.citations).length >= mostCitations) {
    throw new Refusal('stateForbids', `An issue cites at most ${mostCitations} places.`)
  }
  return [citing(issueId, citationId, anchor, command.note?.trim())]
}
/** The ID of the issue's citation of this place. */
function citationOf({ citations }            , anchor        )                     {
  return Object.entries(citations).find(([, place]) => isSameAnchor(place.anchor, anchor))?.[0]
}
function uncite({ issueId, citationId }                          , state             )         {
  if (!Object.hasOwn(found(issueId, state).citations, citationId)) return []
  changeable(issueId, state)
  return [{ type: 'issue.uncited', subject: issueId, data: { issueId, citationId } }]
}
/** Only citations that have not moved meanwhile; those of a signed decision stay as signed. */
function followCitations({ places }                                   , state             )         {
  return places.flatMap(({ issueId, citationId, from, found })         => {
    const issue = Object.hasOwn(state.issues, issueId) ? state.issues[issueId] : undefined
    const place = issue && Object.hasOwn(issue.citations, citationId) && issue.citations[citationId]
    if (!place || issue.signedIn !== null || !isSameAnchor(place.anchor, from)) return []
    if (found) {
      return [{ type: 'issue.citationMoved', subject: issueId, data: { issueId, citationId, anchor: found } }]
    }
    return place.isOrphaned ? [] : [orphaning(issueId, citationId)]
  })
}
/** The combined evidence of issues for the one that replaces them, without duplicates. */
function carried(issues                       , issueId        )         {
  const kept                         = []
  for (const [citationId, place] of issues.flatMap(({ citations }) => Object.entries(citations))) {
    const isKept = kept.some(([id, { anchor }]) => id === citationId || isSameAnchor(anchor, place.anchor))
    if (!isKept) kept.push([citationId, place])
  }
  return kept.flatMap(([citationId, { anchor, note, isOrphaned }]) => [
    citing(issueId, citationId, anchor, note),
    ...(isOrphaned ? [orphaning(issueId, citationId)] : []),
  ])
}
function citing(issueId        , citationId        , anchor        , note         )       {
  const place = { anchor, ...(note ? { note } : {}) }
  return { type: 'issue.cited', subject: issueId, data: { issueId, citationId, ...place } }
}
function orphaning(issueId        , citationId        )       {
  return { type: 'issue.citationOrphaned', subject: issueId, data: { issueId, citationId } }
}
return { cite, citationOf, uncite, followCitations, carried }
})()

const coreIssueWords = (() => {
const { Refusal } = coreKernelDecider
const { namesOf, oneOf, unknownWord } = coreKernelKnownWords
/** The part of the profile about issues. */
function refuseUnknownType(
  { issueTypes, benefitTypes }            ,
  { issueType, benefitType }                                                         ,
) {
  const type = known(issueTypes, issueType, 'issue type')
  if (benefitType === undefined) return
  known(benefitTypes, benefitType, 'benefit type')
  if (type.benefitTypes.length > 0 && !type.benefitTypes.includes(benefitType)) {
    throw new Refusal(
      'invalid',
      `An issue of the type ${issueType} is not of the benefit ${benefitType}: benefitType must be ${oneOf(type.benefitTypes)}.`,
    )
  }
}
/** Reasons must be in the disposition's groups, without duplicates, with a timing if the group requires it. */
function refuseUnknownDecision(
  { dispositions, reasonGroups, reasonTimings }            ,
  disposition        ,
  given                              ,
) {
  const { reasons: asked } = known(dispositions, disposition, 'disposition')
  if (asked === 'none' && given.length > 0) {
    throw new Refusal('invalid', `The disposition ${disposition} takes no reasons: leave reasons out.`)
  }
  if (asked === 'required' && given.length === 0) {
    throw new Refusal(
      'invalid',
      `reasons must have at least 1 entry: the disposition ${disposition} needs a reason.`,
    )
  }
  const groups = reasonGroups.filter((group) => group.dispositions.includes(disposition))
  const seen = new Set        ()
  for (const { reason, timing } of given) {
    const group = groups.find(({ reasons }) => reasons.some(({ name }) => name === reason))
    if (!group) {
      const offered = groups.flatMap(({ reasons }) => namesOf(reasons))
      const of = ` of the disposition ${disposition}`
      throw new Refusal('invalid', unknownWord('reason', reason, offered, of))
    }
    if (timing !== undefined) known(reasonTimings, timing, 'timing of a reason')
    if (group.asksTiming && timing === undefined) {
      throw new Refusal(
        'invalid',
        `timing must say when the reason ${reason} arose: ${oneOf(namesOf(reasonTimings))}.`,
      )
    }
    if (!group.asksTiming && timing !== undefined) {
      throw new Refusal('invalid', `The reason ${reason} takes no timing: leave timing out.`)
    }
    if (seen.has(`${reason} ${timing}`))
      throw new Refusal('invalid', `reasons must not name ${reason} twice.`)
    seen.add(`${reason} ${timing}`)
  }
}
/** Instructions are for what is sent back, and each answers one of its reasons, or none. */
function refuseStrayInstructions(
  { dispositions }            ,
  {
    disposition,
    reasons = [],
    instructions = [],
  }                                                               ,
)                                           {
  if (instructions.length === 0) return []
  if (!known(dispositions, disposition, 'disposition').sendsBack) {
    throw new Refusal('invalid', `The disposition ${disposition} sends nothing back: leave instructions out.`)
  }
  const given = reasons.map(({ reason }) => reason)
  const stray = instructions.find(({ reason }) => reason !== undefined && !given.includes(reason))
  if (stray)
    throw new Refusal('invalid', unknownWord('reason', stray.reason ?? '', given, ' of this decision'))
  return instructions.map(({ text, reason }) => ({
    text: text.trim(),
    ...(reason === undefined ? {} : { reason }),
  }))
}
function refuseUnknownIneligibility({ ineligibility }            , reason        ) {
  known(ineligibility, reason, 'reason of ineligibility')
}
function known                    (words                  , name        , what        )        {
  const found = words.find((word) => word.name === name)
  if (found) return found
  throw new Refusal('invalid', unknownWord(what, name, namesOf(words)))
}
return { refuseUnknownType, refuseUnknownDecision, refuseStrayInstructions, refuseUnknownIneligibility }
})()

const coreIssueList = (() => {
const { Refusal } = coreKernelDecider
const { namesOf, oneOf } = coreKernelKnownWords
const { carried } = coreIssueEvidence
const { changeable, found, refuseTooMany, undecided } = coreIssueState
const { refuseUnknownIneligibility, refuseUnknownType } = coreIssueWords
function order({ caseId, issueIds }                               , state             )         {
  const named = new Set(issueIds)
  const stranger = issueIds.find((id) => !state.issueIds.includes(id))
  if (stranger !== undefined) {
    throw new Refusal(
      'invalid',
      `There is no issue ${stranger.slice(0, 100)} in the list: issueIds must name those of the list, each once.`,
    )
  }
  if (named.size < issueIds.length)
    throw new Refusal('invalid', 'issueIds must not name an issue more than once.')
  const missing = state.issueIds.filter((id) => !named.has(id))
  if (missing.length > 0) {
    throw new Refusal(
      'invalid',
      `Every issue of the list must be named once; ${missing.length} missing, ${missing[0]} among them.`,
    )
  }
  const signed = (ids          ) => ids.filter((id) => state.issues[id]?.signedIn)
  if (!isSameOrder(signed(issueIds), signed(state.issueIds))) {
    throw new Refusal(
      'stateForbids',
      'Issues that a signed decision decides keep their order until it is recalled.',
    )
  }
  return isSameOrder(issueIds, state.issueIds) ? [] : [ordered(caseId, issueIds)]
}
/** The replacements answer what it answered, and start with its evidence. */
function split(command                              , state             , words            )         {
  const { caseId, issueId, into } = command
  const issue = undecided(issueId, state)
  if (into.length < 2)
    throw new Refusal('invalid', 'into must have at least 2 entries: an issue is split into two or more.')
  refuseTooMany(state, into.length)
  for (const part of into) refuseUnknownType(words, part)
  const parts = into.map((part) => part.issueId)
  return [
    { type: 'issue.split', subject: issueId, data: { issueId, into: parts } },
    ...into.flatMap((part, index) => succeed([issue], part, state.nextPosition + index)),
    ordered(caseId, inPlaceOf(state.issueIds, [issueId], parts)),
  ]
}
/** The merged issue answers what they answered, and has the evidence of all. */
function merge(command                               , state             , words            )         {
  const { caseId, issueId, issueIds, into } = command
  const [first, ...others] = issueIds.map((id) => undecided(id, state))
  if (!first || others.length === 0 || new Set(issueIds).size < issueIds.length) {
    throw new Refusal('invalid', 'issueIds must name at least 2 issues, each once.')
  }
  refuseTooMany(state, 1)
  if (into) refuseUnknownType(words, into)
  const issue = { issueId, ...(into ?? first.words) }
  return [
    { type: 'issue.merged', subject: issueId, data: { issueId, from: issueIds } },
    ...succeed([first, ...others], issue, state.nextPosition),
    ordered(caseId, inPlaceOf(state.issueIds, issueIds, [issueId])),
  ]
}
function succeed(before              , issue                                , position        )         {
  const raisedIssueIds = [...new Set(before.flatMap((one) => one.raisedIssueIds))]
  return [
    { type: 'issue.added', subject: issue.issueId, data: { ...issue, position, raisedIssueIds } },
    ...carried(before, issue.issueId),
  ]
}
function remove(
  command                               ,
  state             ,
  words            ,
)         {
  const { issueId, how, reason, why: given } = command
  const why = given.trim()
  if (why === '') throw new Refusal('invalid', 'why must not be blank: say why the issue leaves the list.')
  // What is away on a remand may be withdrawn, too.
  if (found(issueId, state).awayOn === undefined) undecided(issueId, state)
  if (how !== 'ineligible' && reason !== undefined) {
    throw new Refusal('invalid', 'reason must be left out unless how is ineligible.')
  }
  if (how === 'ineligible') {
    const known = oneOf(namesOf(words.ineligibility))
    if (reason === undefined)
      throw new Refusal('invalid', `reason must say why the issue is ineligible: ${known}.`)
    refuseUnknownIneligibility(words, reason)
  }
  const removal = { how, why, ...(reason === undefined ? {} : { reason }) }
  return [{ type: 'issue.removed', subject: issueId, data: { issueId, ...removal } }]
}
/** By what a party sent: what was decided of them so far and not signed ends with them. */
function withdraw({ issueIds, why }                                  , state             )         {
  const alive = state.issueIds.filter((id) => !state.issues[id]?.signedIn)
  for (const id of issueIds ?? []) {
    if (!state.issueIds.includes(id))
      throw new Refusal('invalid', `There is no issue ${id.slice(0, 100)} in the list of this case.`)
    if (state.issues[id]?.awayOn === undefined) changeable(id, state)
  }
  if (issueIds && alive.every((id) => issueIds.includes(id))) {
    throw new Refusal('invalid', 'These are all the issues of the case: scope must be case.')
  }
  return (issueIds ?? alive).map((issueId) => ({
    type: 'issue.removed',
    subject: issueId,
    data: { issueId, how: 'withdrawn', why },
  }))
}
function move({ issueIds, why }                              , state             )         {
  const isAlive = (id        ) => state.issueIds.includes(id) && !state.issues[id]?.signedIn
  return issueIds.filter(isAlive).map((issueId) => ({
    type: 'issue.removed',
    subject: issueId,
    data: { issueId, how: 'moved', why },
  }))
}
function leaveContinued(state             )         {
  return Object.entries(state.continued).flatMap(([issueId, caseId]) =>
    move(
      { type: 'moveIssues', caseId, issueIds: [issueId], why: `It goes on as the case ${caseId}.` },
      state,
    ),
  )
}
function restoreList({ caseId, issueIds }                               , state             )         {
  const back = issueIds.filter((id) => state.issues[id]?.left === 'withdrawn')
  if (back.length === 0) return []
  const isListed = (id        ) => state.issueIds.includes(id) || back.includes(id)
  return [
    ...back.map((issueId, index) => ({
      type: 'issue.restored'         ,
      subject: issueId,
      data: { issueId, position: state.nextPosition + index },
    })),
    ordered(caseId, issueIds.filter(isListed)),
  ]
}
/** At the end of the list: its old place is taken. */
function restore({ issueId }                                , state             )         {
  const { left } = found(issueId, state)
  if (left === null) return []
  if (left === 'moved') throw new Refusal('stateForbids', 'The issue continues in another case.')
  if (left === 'split' || left === 'merged') changeable(issueId, state)
  return [{ type: 'issue.restored', subject: issueId, data: { issueId, position: state.nextPosition } }]
}
function ordered(caseId        , issueIds          )       {
  return { type: 'case.issuesOrdered', subject: caseId, data: { issueIds } }
}
/** Replaces the first of those with these. */
function inPlaceOf(list          , those          , these          )           {
  const at = list.findIndex((id) => those.includes(id))
  const others = (ids          ) => ids.filter((id) => !those.includes(id))
  return [...others(list.slice(0, at)), ...these, ...others(list.slice(at))]
}
const isSameOrder = (one          , other          ) =>
  one.length === other.length && one.every((id, index) => id === other[index])
return { order, split, merge, remove, withdraw, move, leaveContinued, restoreList, restore }
})()

const coreIssueIssue = (() => {
const { isSame } = coreKernelChain
const { Refusal } = coreKernelDecider
const { byDeciders } = coreIssueDeciders
const { cite, followCitations, uncite } = coreIssueEvidence
const { leaveContinued, merge, move, order, remove, restore, restoreList, split, withdraw } = coreIssueList
const { changeable, evolve, issueEventTypes, refuseTooMany } = coreIssueState
const { refuseStrayInstructions, refuseUnknownDecision, refuseUnknownType } = coreIssueWords
/** The issue list of a case: issues in order, their decisions and evidence. */
const issues                                     = {
  name: 'issues',
  needs: {
    addIssue: 'editIssues',
    editIssue: 'editIssues',
    orderIssues: 'editIssues',
    splitIssue: 'editIssues',
    mergeIssues: 'editIssues',
    removeIssue: 'editIssues',
    restoreIssue: 'editIssues',
    withdrawIssues: null,
    restoreList: null,
    moveIssues: null,
    leaveContinued: null,
    decideIssue: 'decideIssues',
    decideIssues: 'decideIssues',
    undecideIssue: 'decideIssues',
    cite: 'citeEvidence',
    uncite: 'citeEvidence',
    followCitations: null,
  },
  stateVersion: 6,
  reads: () => ({ types: issueEventTypes }),
  initial: { issueIds: [], nextPosition: 0, issues: {}, continued: {}, tasks: [] },
  evolve,
  decide(command, state, context) {
    const { profile } = context
    const acting = { tasks: state.tasks, context }
    switch (command.type) {
      case 'addIssue':
        return add(command, state, profile)
      case 'editIssue':
        return edit(command, state, context)
      case 'decideIssue':
        return byDeciders(decide(command, state, profile), acting, { ...command, action: 'decide' })
      case 'decideIssues':
        return command.decisions.flatMap((decision) =>
          issues.decide({ ...decision, caseId: command.caseId, type: 'decideIssue' }, state, context),
        )
      case 'undecideIssue':
        return byDeciders(undecide(command, state), acting, { ...command, action: 'undecide' })
      case 'orderIssues':
        return order(command, state)
      case 'splitIssue':
        return split(command, state, profile)
      case 'mergeIssues':
        return merge(command, state, profile)
      case 'removeIssue':
        return remove(command, state, profile)
      case 'restoreIssue':
        return restore(command, state)
      case 'withdrawIssues':
        return withdraw(command, state)
      case 'moveIssues':
        return move(command, state)
      case 'leaveContinued':
        return leaveContinued(state)
      case 'restoreList':
        return restoreList(command, state)
      case 'cite':
        return byDeciders(cite(command, state), acting, { ...command, action: 'cite' })
      case 'uncite':
        return byDeciders(uncite(command, state), acting, { ...command, action: 'uncite' })
      case 'followCitations':
        return followCitations(command, state)
    }
  },
}
function add(command                            , state             , words            )         {
  const { type: _, caseId: __, disposition, ...issue } = command
  if (Object.hasOwn(state.issues, issue.issueId)) {
    throw new Refusal('conflict', 'This issue is already in the list.')
  }
  refuseTooMany(state, 1)
  // Issues from another system or case keep their terms; edits must use those of the profile.
  if (!issue.alias && !issue.sharedFrom) refuseUnknownType(words, issue)
  const { issueId } = issue
  const added       = {
    type: 'issue.added',
    subject: issueId,
    data: { ...issue, position: state.nextPosition },
  }
  if (disposition === undefined) return [added]
  refuseUnknownDecision(words, disposition, [])
  return [added, { type: 'issue.decided', subject: issueId, data: { issueId, disposition, reasons: [] } }]
}
/** What an issue is about is part of its decision, once there is one. */
function edit(command                             , state             , context         )         {
  const { issueId, changes, override } = command
  const { words: before, decision } = changeable(issueId, state)
  const after = edited(before, changes)
  if (changes.issueType !== undefined || changes.benefitType !== undefined)
    refuseUnknownType(context.profile, after)
  if (isSame(after, before)) return []
  const facts         = [{ type: 'issue.edited', subject: issueId, data: { issueId, ...after } }]
  if (!decision) return facts
  return byDeciders(facts, { tasks: state.tasks, context }, { action: 'edit', issueId, override })
}
/** What is null is taken away. */
function edited({ issueType, ...before }          , { issueType: type, ...changes }              )           {
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  return { issueType: type ?? issueType, ...Object.fromEntries(kept) }
}
function decide(command                               , state             , words            )         {
  const { issueId, disposition, reasons = [] } = command
  const before = changeable(issueId, state).decision
  refuseUnknownDecision(words, disposition, reasons)
  const instructions = refuseStrayInstructions(words, command)
  const note = command.note?.trim()
  const decision = {
    disposition,
    reasons,
    ...(instructions.length > 0 ? { instructions } : {}),
    ...(note ? { note } : {}),
  }
  if (before && isSame(decision, before)) return []
  return [{ type: 'issue.decided', subject: issueId, data: { issueId, ...decision } }]
}
function undecide({ issueId }                                 , state             )         {
  if (!changeable(issueId, state).decision) return []
  return [{ type: 'issue.undecided', subject: issueId, data: { issueId } }]
}
return { issues }
})()

const corePartyCanonical = (() => {
const { isSame } = coreKernelChain
const { withoutUndefined } = coreKernelWithoutUndefined
/** What a directory of record has to do with a party on a case. */
const personFields = ['firstName', 'middleName', 'lastName', 'birthDate', 'deathDate']
const contactFields = ['addresses', 'emails', 'phones', 'preferred']
const fieldsOf                                          = {
  identity: [...personFields.map((name) => `person.${name}`), 'organization'],
  contact: contactFields.map((name) => `contact.${name}`),
}
const partOfField = (field        )               =>
  field === 'contact' || field.startsWith('contact.') ? 'contact' : 'identity'
function fieldIn(of                 , field        )          {
  const [head = '', name] = field.split('.')
  const value = (of                                       )?.[head]
  return name === undefined ? value : (value                                       )?.[name]
}
/** The record with some of its fields as another has them. */
function withFieldsOf(ours     , theirs     , fields                   )      {
  const person = { ...ours.person }
  const contact = { ...ours.contact }
  let { organization } = ours
  for (const field of fields) {
    const value = fieldIn(theirs, field)
    const [head, name] = field.split('.')
    if (field === 'contact') Object.assign(contact, { ...theirs.contact })
    else if (field === 'person') Object.assign(person, { ...theirs.person })
    else if (field === 'organization') organization = value
    else if (name !== undefined) (head === 'person' ? person : contact)[name] = value
  }
  const isKind = fields.includes('person') ? 'person' : fields.includes('organization') ? 'organization' : ''
  const who = withoutUndefined(person)
  const known = {
    person: isKind === 'organization' || Object.keys(who).length === 0 ? undefined : who,
    organization: isKind === 'person' ? undefined : organization,
    contact: usable(withoutUndefined(contact)           ),
  }
  return withoutUndefined(known)
}
/** Where a contact has the entries of each way. */
const ways = { mail: 'addresses', email: 'emails', phone: 'phones' }
/** Nobody prefers a way that there is no more. */
function usable(contact         )                      {
  const { preferred, ...entries } = contact
  const isThere = preferred !== undefined && (entries[ways[preferred]]?.length ?? 0) > 0
  const kept = isThere ? contact : entries
  return Object.keys(kept).length === 0 ? undefined : kept
}
/**
 * What a part becomes when the directory has said `theirs`, after it had said `base`: what only it changed is taken, what
 * only the case changed stays, and what both changed is in conflict until somebody decides.
 */
function reconciled(
  part              ,
  ours     ,
  { base, theirs, conflicts }                                                                             ,
)                                            {
  const open = conflicts.filter(({ field }) => partOfField(field) === part)
  const kind = part === 'identity' ? otherKind(ours, theirs) : undefined
  if (kind) {
    if (kind === 'none' || kind === otherKind(ours, base ?? {})) return { next: ours, conflicts: [] }
    return { next: ours, conflicts: [{ field: kind }] }
  }
  const taken           = []
  const inConflict                  = []
  for (const field of fieldsOf[part]) {
    const [mine, was, now] = [fieldIn(ours, field), fieldIn(base, field), fieldIn(theirs, field)]
    if (isSame(mine, now)) continue
    const known = open.find((one) => one.field === field || one.field === part)
    if (known) inConflict.push({ ...known, field })
    else if (isSame(was, now)) continue
    else if (isSame(mine, was)) taken.push(field)
    else inConflict.push({ field })
  }
  return { next: withFieldsOf(ours, theirs, taken), conflicts: inConflict }
}
/** Where one is a person and the other an organization; `none` where theirs does not say. */
function otherKind(ours     , theirs     )                                                 {
  if (theirs.person === undefined && theirs.organization === undefined) return 'none'
  if ((ours.person === undefined) === (theirs.person === undefined)) return undefined
  return theirs.person === undefined ? 'organization' : 'person'
}
/** Where the case and the directory say different things; of what the directory does not say, nothing. */
function differences(ours     , theirs     )           {
  const kind = otherKind(ours, theirs)
  if (kind === 'person' || kind === 'organization') return [kind]
  const fields = [...(kind === 'none' ? [] : fieldsOf.identity), ...fieldsOf.contact]
  return fields.filter((field) => {
    const value = fieldIn(theirs, field)
    return value !== undefined && !isSame(fieldIn(ours, field), value)
  })
}
/** What stays in conflict once the record reads so: where the two agree by now there is nothing to decide. */
function stillOpen(
  conflicts                                      ,
  ours     ,
  directory                             ,
)                  {
  return (conflicts ?? []).filter(({ field }) => {
    if (!directory) return true
    if (field === 'contact') return !isSame(ours.contact, directory.contact)
    return !isSame(fieldIn(ours, field), fieldIn(directory, field))
  })
}
return { partOfField, withFieldsOf, ways, reconciled, differences, stillOpen }
})()

const corePartyState = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
/** When each part of a record was last changed, on whichever case. */
/** A party as recorded on a case. */
/** Access to the case on behalf of a party. */
/** Only grants in force. */
/** The record of a party; contact and death also have their own events, for subscribers. */
const partyTypes = [
  'party.recorded',
  'party.representationChanged',
  'party.merged',
  'party.removed',
  'party.changedElsewhere',
  'access.granted',
  'access.withdrawn',
]
function evolveParties(state              , event          )               {
  switch (event.type) {
    case 'party.recorded': {
      const { partyId, role, person, organization, contact, aliases, alias, stamps, asOpened } = event.data
      const { directory, reconciled, conflicts } = event.data
      const before = find(state, partyId)
      const after             = {
        partyId,
        role,
        ...withoutUndefined({ person, organization, contact, asOpened, directory, reconciled, conflicts }),
        ...withoutUndefined({ representation: before?.representation, noticed: before?.noticed }),
        aliases: aliases ?? (alias ? [alias] : []),
        status: 'current',
        stamps: { ...withoutUndefined({ representation: before?.stamps.representation }), ...stamps },
      }
      return before
        ? { ...state, parties: state.parties.map((one) => (one === before ? after : one)) }
        : { ...state, parties: [...state.parties, after] }
    }
    case 'party.representationChanged': {
      const { partyId, representation: told, stamp } = event.data
      const { memberIds: _, ...representation } = told
      return changed(state, partyId, ({ stamps }) => ({
        representation,
        stamps: { ...stamps, representation: stamp },
      }))
    }
    case 'party.merged':
      return changed(state, event.data.partyId, () => ({ status: 'merged', mergedInto: event.data.into }))
    case 'party.removed':
      return changed(state, event.data.partyId, () => ({ status: 'removed' }))
    case 'party.changedElsewhere': {
      const { partyId, part, stamp } = event.data
      return changed(state, partyId, ({ noticed }) => ({ noticed: { ...noticed, [part]: stamp } }))
    }
    case 'access.granted': {
      const { username: _, ...grant } = event.data
      return { ...state, grants: [...state.grants, grant] }
    }
    case 'access.withdrawn':
      return { ...state, grants: state.grants.filter(({ grantId }) => grantId !== event.data.grantId) }
    default:
      return state
  }
}
function find({ parties }              , partyId        )                         {
  return parties.find((one) => one.partyId === partyId)
}
function current(state              , partyId        )                         {
  const found = find(state, partyId)
  return found?.status === 'current' ? found : undefined
}
function found(state              , partyId        )             {
  const there = find(state, partyId)
  if (there?.status === 'merged') throw mergedAlready(there)
  if (there?.status !== 'current') throw new Refusal('notFound', 'There is no such party in this case.')
  return there
}
const mergedAlready = ({ mergedInto }            ) =>
  new Refusal('stateForbids', `This party was merged into ${mergedInto}: use that one.`)
/** The current ID of a party, following merges. */
function nowCalled(state              , partyId        )         {
  const there = find(state, partyId)
  return there?.status === 'merged' && there.mergedInto !== undefined
    ? nowCalled(state, there.mergedInto)
    : partyId
}
function changed(
  state              ,
  partyId        ,
  change                                             ,
)               {
  return {
    ...state,
    parties: state.parties.map((one) => (one.partyId === partyId ? { ...one, ...change(one) } : one)),
  }
}
return { partyTypes, evolveParties, find, current, found, mergedAlready, nowCalled }
})()

const corePartyRecord = (() => {
const { isSame } = coreKernelChain
const { Refusal } = coreKernelDecider
const { namesOf, refuseUnknownWord } = coreKernelKnownWords
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayOf, daysLater, latest, msLater } = coreTimeMoments
const { stillOpen, ways } = corePartyCanonical
const { current } = corePartyState
/** A record with its aliases, possibly none. */
/** Where a change came from, and when each part was changed there. */
/** The new record, and the events for the difference. */
function changes(
  partyId        ,
  { role, person, organization, contact, aliases }             ,
  state              ,
  context         ,
  source               = {},
)         {
  const before = current(state, partyId)
  const isOther = !before || !isSame(identityOf(before), { person, organization, aliases })
  const hasMoved = !isSame(before?.contact, contact)
  const canonical =
    source.canonical ??
    afterEdit(before, withoutUndefined({ person, organization, contact }), { isOther, hasMoved })
  const isUnchanged = before?.role === role && !isOther && !hasMoved
  if (isUnchanged && isSame(canonicalOf(before              ), canonicalOf(canonical))) return []
  const isKept = source.keepsStamps && before
  const stamps = {
    ...withoutUndefined({ identity: before?.stamps.identity, contact: before?.stamps.contact }),
    ...(isOther && !isKept
      ? { identity: source.stamps?.identity ?? later(before?.stamps.identity, context) }
      : {}),
    ...(hasMoved && !isKept
      ? { contact: source.stamps?.contact ?? later(before?.stamps.contact, context) }
      : {}),
    ...source.decided,
  }
  const origin = withoutUndefined({ origin: source.origin })
  const of = { partyId, role, ...origin }
  const told = { ...of, isClaimant: isClaimant(role, context) }
  const facts         = [
    {
      type: 'party.recorded',
      subject: partyId,
      data: {
        ...of,
        ...withoutUndefined({ person, organization, contact }),
        aliases,
        ...withoutUndefined({ alias: source.alias, asOpened: source.asOpened }),
        stamps,
        ...canonicalOf(canonical),
      },
    },
  ]
  if (before && hasMoved) {
    facts.push({
      type: 'party.contactChanged',
      subject: partyId,
      data: { ...told, ...withoutUndefined({ contact }) },
    })
  }
  const [died, was] = [person?.deathDate, before?.person?.deathDate]
  if (died !== undefined && died !== was) {
    facts.push({ type: 'party.died', subject: partyId, data: { ...told, deathDate: died } })
  } else if (died === undefined && was !== undefined) {
    facts.push({ type: 'party.deathRetracted', subject: partyId, data: told })
  }
  const [open, wasOpen] = [canonical.conflicts ?? [], before?.conflicts ?? []]
  const fresh = open.filter(({ field }) => !wasOpen.some((one) => one.field === field))
  if (fresh.length > 0)
    facts.push({ type: 'party.conflicted', subject: partyId, data: { ...told, conflicts: fresh } })
  else if (open.length === 0 && wasOpen.length > 0)
    facts.push({ type: 'party.conflictSettled', subject: partyId, data: told })
  return facts
}
/** Whoever edits a part has seen what the directory says of it. */
function afterEdit(
  before                        ,
  next                                                       ,
  { isOther, hasMoved }                                         ,
)            {
  if (!before) return {}
  const { directory } = before
  const seen = directory && {
    ...before.reconciled,
    ...(isOther ? { identity: directory.asOf } : {}),
    ...(hasMoved ? { contact: directory.asOf } : {}),
  }
  return withoutUndefined({
    directory,
    reconciled: seen ?? before.reconciled,
    conflicts: stillOpen(before.conflicts, next, directory),
  })
}
const canonicalOf = ({ directory, reconciled, conflicts }           )            =>
  withoutUndefined({
    directory,
    reconciled: Object.keys(reconciled ?? {}).length > 0 ? reconciled : undefined,
    conflicts: conflicts?.length ? conflicts : undefined,
  })
/** By the roles of the profile; a role that has left it counts for nobody. */
function isClaimant(role        , { profile }         )          {
  return profile.partyRoles.some(({ name, isClaimant }) => name === role && isClaimant === true)
}
function refuseUnknownRole(role        , { profile }         ) {
  refuseUnknownWord('role of a party', role, namesOf(profile.partyRoles))
}
const identityOf = ({ person, organization, aliases }          ) => ({ person, organization, aliases })
/** Strictly later than the previous stamp, even if the clock went back. */
function later(stamp                    , { at }         )         {
  return (stamp === undefined ? at : latest(at, msLater(stamp, 1))).toISOString()
}
function recordedIfMissing(
  partyId        ,
  { stamps, directory: _, reconciled: __, conflicts: ___, ...of }               ,
  state              ,
  context         ,
  origin              ,
)         {
  return current(state, partyId) ? [] : changes(partyId, of, state, context, { origin, stamps })
}
function union(some                       , others                       )               {
  return [...some, ...others.filter((other) => !some.some((one) => isSame(one, other)))]
}
/** An existing party's record need not repeat what never changes. */
function filledIn                           (given       , known          )        {
  const aliases = union(given.aliases, known.aliases ?? [])
  if (!given.person || !known.person) return { ...given, aliases }
  return { ...given, aliases, person: { ...datesOf(known.person), ...given.person } }
}
const datesOf = ({ birthDate, deathDate }             ) => withoutUndefined({ birthDate, deathDate })
function refuseTakenAlias(partyId        , aliases                       , { parties }              ) {
  const other = parties.find(
    (one) =>
      one.partyId !== partyId &&
      one.status === 'current' &&
      one.aliases.some(({ source, externalId }) =>
        aliases.some((ours) => ours.source === source && ours.externalId === externalId),
      ),
  )
  if (!other) return
  throw new Refusal(
    'conflict',
    `The party ${other.partyId} of this case has one of these aliases: merge the two.`,
  )
}
/** Refuses a record that contradicts itself, or the calendar. */
function refuseRecord({ person, organization, contact }          , context         ) {
  if ((person === undefined) === (organization === undefined)) {
    throw new Refusal('invalid', 'A party must have either person or organization, not both.')
  }
  const { birthDate, deathDate } = person ?? {}
  const tomorrow = dayOf(daysLater(context.recordedAt ?? context.at, 1))
  for (const [name, date] of Object.entries({ birthDate, deathDate })) {
    // One day of tolerance for time zones ahead of UTC.
    if (date !== undefined && date > tomorrow)
      throw new Refusal('invalid', `${name} must not be in the future: it is ${date}.`)
  }
  if (birthDate !== undefined && deathDate !== undefined && deathDate < birthDate) {
    throw new Refusal('invalid', `deathDate, ${deathDate}, must not be before birthDate, ${birthDate}.`)
  }
  refuseContact(contact)
}
function refuseContact(contact                     ) {
  if (contact?.preferred === undefined) return
  const entries = contact[ways[contact.preferred]] ?? []
  if (entries.length > 0) return
  throw new Refusal(
    'invalid',
    `contact.preferred is ${contact.preferred}, but contact.${ways[contact.preferred]} has no entry: add one, or choose another preferred way.`,
  )
}
return { changes, isClaimant, refuseUnknownRole, later, recordedIfMissing, union, filledIn, refuseTakenAlias, refuseRecord }
})()

const corePartyRepresentation = (() => {
const { isSame } = coreKernelChain
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayOf } = coreTimeMoments
const { isClaimant, later } = corePartyRecord
const { current, found } = corePartyState
/** Given and not revoked; the caller checks the dates. */
const stands = (representation                            ) =>
  representation !== undefined && representation.revoked === undefined
function represent(
  partyId        ,
  representation                   ,
  state              ,
  context         ,
)         {
  const there = found(state, partyId)
  refuseRepresentation(partyId, representation)
  const representative = current(state, representation.representativeId)
  if (!representative) {
    throw new Refusal(
      'stateForbids',
      `There is no party ${representation.representativeId} in this case: record it before it represents anybody.`,
    )
  }
  if (representative.person?.deathDate !== undefined) {
    throw new Refusal(
      'stateForbids',
      `The party ${representation.representativeId} has died: name another one as representativeId.`,
    )
  }
  if (isSame(there.representation, representation)) return []
  return [representationChanged(there, representation, context)]
}
/** None if there is nothing to revoke. */
function revocation(there            , context         , why         )         {
  const { representation } = there
  if (!representation || !stands(representation)) return []
  const revoked = { on: dayOf(context.at), ...withoutUndefined({ why }) }
  return [representationChanged(there, { ...representation, revoked }, context)]
}
function representationChanged(
  { partyId, role, stamps }                                                 ,
  representation                ,
  context         ,
  { origin, stamp }                                                        = {},
)       {
  const data = {
    partyId,
    role,
    isClaimant: isClaimant(role, context),
    change: stands(representation) ? ('given'         ) : ('revoked'         ),
    representation,
    stamp: stamp ?? later(stamps.representation, context),
    ...withoutUndefined({ origin }),
  }
  return { type: 'party.representationChanged', subject: partyId, data }
}
function refuseRepresentation(partyId        , { representativeId, powerOfAttorney }                   ) {
  if (representativeId === partyId)
    throw new Refusal('invalid', `representativeId must name another party: ${ownRepresentative}`)
  const { start, end } = powerOfAttorney
  if (end !== undefined && end < start) throw new Refusal('invalid', endsBeforeStart({ start, end }))
}
const ownRepresentative = 'nobody is their own representative.'
const endsBeforeStart = ({ start, end }                                ) =>
  `powerOfAttorney.end, ${end}, must not be before its start, ${start}.`
function isInForce(
  { powerOfAttorney: { start, end }, revoked }                ,
  today        ,
)          {
  return revoked === undefined && start <= today && (end === undefined || today <= end)
}
return { stands, represent, revocation, representationChanged, ownRepresentative, endsBeforeStart, isInForce }
})()

const corePartyAccess = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayOf } = coreTimeMoments
const { stands } = corePartyRepresentation
const { current, found, nowCalled } = corePartyState
/** Lets a member see the case on behalf of a party, while a filed power of attorney is in force. */
function grantAccess(
  {
    partyId,
    grantId,
    memberId,
    username,
    ...given
  }                                                                      ,
  state              ,
  context         ,
)         {
  const { representation } = found(state, partyId)
  if (!representation || !stands(representation)) {
    throw new Refusal(
      'stateForbids',
      `Nobody represents ${partyId} in this case: record a representative first.`,
    )
  }
  const { representativeId, powerOfAttorney } = representation
  const { start, end, documentId = powerOfAttorney.documentId } = { ...powerOfAttorney, ...given }
  if (documentId === undefined) {
    throw new Refusal('invalid', 'documentId must name the power of attorney that is filed in this case.')
  }
  if (end !== undefined && end < dayOf(context.at)) {
    throw new Refusal('stateForbids', `The power of attorney ended on ${end}.`)
  }
  if (standing(state, { memberId, partyId, documentId })) return []
  const data = {
    grantId,
    memberId,
    username,
    partyId,
    representativeId,
    documentId,
    start,
    ...withoutUndefined({ end }),
  }
  return [{ type: 'access.granted', subject: partyId, data }]
}
/** The grant in force of this member for the party under this document. */
const standing = (
  { grants }              ,
  asked                                                    ,
) =>
  grants.find(
    ({ memberId, partyId, documentId }) =>
      memberId === asked.memberId && partyId === asked.partyId && documentId === asked.documentId,
  )
/** None if it is no longer in force. */
function withdrawAccess(
  { grantId, why }                                                   ,
  { grants }              ,
)         {
  return grants.filter((grant) => grant.grantId === grantId).map((grant) => withdrawn(grant, why))
}
/** Withdraws grants that the current representations no longer support. */
function coverAgain(state              )         {
  return state.grants
    .filter((grant) => !isCovered(grant, state))
    .map((grant) => withdrawn(grant, 'The representation that it rests on has changed.'))
}
function isCovered({ partyId, representativeId, start, end }       , state              )          {
  const representation = current(state, partyId)?.representation
  if (!representation || !stands(representation)) return false
  if (nowCalled(state, representativeId) !== representation.representativeId) return false
  const power = representation.powerOfAttorney
  return power.start <= start && (power.end === undefined || (end !== undefined && end <= power.end))
}
function withdrawn({ grantId, memberId, partyId }       , why                    )       {
  return {
    type: 'access.withdrawn',
    subject: partyId,
    data: { grantId, memberId, partyId, ...withoutUndefined({ why }) },
  }
}
return { grantAccess, standing, withdrawAccess, coverAgain }
})()

const corePartyDirectory = (() => {
const { isSame } = coreKernelChain
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { differences, partOfField, reconciled, withFieldsOf } = corePartyCanonical
const { changes, later, recordedIfMissing, refuseRecord, union } = corePartyRecord
const { ownRepresentative, representationChanged, stands } = corePartyRepresentation
const { current, found, nowCalled } = corePartyState
/** Whom the directory names as representative, and as which party of the case. */
/** What a directory of record says of a party, and what somebody decides where the case says something else. */
function decideDirectory(command         , state              , context         )         {
  switch (command.type) {
    case 'heedDirectory':
      return heed(command, state, context)
    case 'heedRepresentation':
      return heedRepresentation(command, state, context)
    case 'noteWrittenBack':
      return noteWrittenBack(command, state, context)
    case 'noteWriteBackRefused':
      return noteRefused(command, state, context)
    case 'settleConflict':
      return settle(command, state, context)
  }
}
const comparedParts                          = ['identity', 'contact']
/** An older record changes nothing, nor does one that is known. */
function heed(command                     , state              , context         )         {
  const { partyId } = command
  const there = current(state, partyId)
  if (!there || (there.directory && there.directory.asOf >= command.directory.asOf)) return []
  const before = there.directory
  const { representation: _, representedAt: __, ...told } = command.directory
  const representing = statementOf(command.directory, before)
  const directory                  = {
    ...unsaid(told, before),
    ...told,
    ...withoutUndefined(
      representing
        ? { representation: command.directory.representation, representedAt: command.directory.asOf }
        : { representation: before?.representation, representedAt: before?.representedAt },
    ),
  }
  const { who, conflicts } = compared(there, directory, context)
  const aliases = union(there.aliases, untaken(partyId, directory, state))
  const next = { role: there.role, ...who, aliases }
  const newest = (part              ) =>
    [there.reconciled?.[part] ?? '', directory.asOf].toSorted().at(-1)
  const canonical            = {
    directory,
    reconciled: { identity: newest('identity'), contact: newest('contact') },
    conflicts,
  }
  const origin = { binding: directory.binding }
  const facts = changes(partyId, next, state, context, { origin, canonical, keepsStamps: true })
  if (!representing) return facts
  const given = { told: directory.representation, representative: command.representative, at: directory.asOf }
  return [...facts, ...represented(there, given, state, context, origin)]
}
/** What a record leaves out altogether, the directory has not taken back. */
function unsaid(told     , before                 )      {
  const saysWho = told.person !== undefined || told.organization !== undefined
  return {
    ...(saysWho ? {} : withoutUndefined({ person: before?.person, organization: before?.organization })),
    ...(told.contact ? {} : withoutUndefined({ contact: before?.contact })),
  }
}
/** Where the two together make no sense, such as a death before the birth, the case keeps what it has. */
function compared(there            , directory                 , context         ) {
  let who      = whoOf(there)
  const conflicts                  = []
  for (const part of comparedParts) {
    const open = (there.conflicts ?? []).filter(({ field }) => partOfField(field) === part)
    const isKnown = (there.reconciled?.[part] ?? '') >= directory.asOf
    const result = isKnown
      ? { next: who, conflicts: open }
      : reconciled(part, who, { base: there.directory, theirs: directory, conflicts: open })
    const isSound = isPossible({ role: there.role, ...result.next }, context)
    who = isSound ? result.next : who
    const differing = () => differences(who, directory).filter((field) => partOfField(field) === part)
    conflicts.push(...(isSound ? result.conflicts : differing().map((field) => ({ field }))))
  }
  return { who: whoOf(who), conflicts }
}
const whoOf = ({ person, organization, contact }     )      =>
  withoutUndefined({ person, organization, contact })
function isPossible(record          , context         )          {
  try {
    refuseRecord(record, context)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
/** Identifiers that another party of the case has are left to whoever merges the two. */
function untaken(partyId        , { identifiers }                 , { parties }              ) {
  const others = parties.filter((one) => one.partyId !== partyId && one.status === 'current')
  return identifiers.filter(
    (one) => !others.some(({ aliases }) => aliases.some((other) => isSame(one, other))),
  )
}
/** Whether a record says something new about representation: a directory need not keep it. */
function statementOf(told                 , before                             )          {
  if (told.asOf <= (before?.representedAt ?? '')) return false
  return !isSame(told.representation, before?.representation)
}
function heedRepresentation(
  command                          ,
  state              ,
  context         ,
)         {
  const { partyId, binding, at, told, why } = command
  const there = current(state, partyId)
  if (!there) return []
  const origin = { binding }
  const { directory } = there
  const isNews = directory && at > (directory.representedAt ?? '')
  // What was told by itself is not revoked by a record that leaves it out.
  const { representation: _, ...rest } = directory ?? {}
  const kept = isNews && { ...(rest                   ), representedAt: at }
  const { reconciled, conflicts } = there
  const noted = kept
    ? changes(partyId, there, state, context, {
        origin,
        keepsStamps: true,
        canonical: withoutUndefined({ directory: kept, reconciled, conflicts }),
      })
    : []
  const given = { told, representative: command.representative, at, why }
  return [...noted, ...represented(there, given, state, context, origin)]
}
/** The newer of two changes of representation holds, whoever made it: a late one changes nothing. */
function represented(
  there            ,
  {
    told,
    representative,
    at,
    why,
  }
   ,
  state              ,
  context         ,
  origin                     ,
)         {
  if (at <= (there.stamps.representation ?? '')) return []
  if (!told || !representative) {
    const { representation } = there
    if (!representation || !stands(representation)) return []
    const revoked = { on: at.slice(0, 10), ...withoutUndefined({ why }) }
    return [representationChanged(there, { ...representation, revoked }, context, { origin, stamp: at })]
  }
  const representativeId = nowCalled(state, representative.partyId)
  if (representativeId === there.partyId)
    throw new Refusal('stateForbids', `The directory names the party itself: ${ownRepresentative}`)
  const { scope = 'all matters', start, end } = told.powerOfAttorney
  const powerOfAttorney = { start, ...withoutUndefined({ end }), scope }
  const known = there.representation
  // The document that grants it, and its scope in our words, stay where nothing else has changed.
  const isKnown =
    known &&
    stands(known) &&
    known.representativeId === representativeId &&
    known.powerOfAttorney.start === start &&
    known.powerOfAttorney.end === end
  if (isKnown) return []
  const next                 = { representativeId, powerOfAttorney }
  return [
    ...recordedIfMissing(representativeId, representative.record, state, context, origin),
    representationChanged(there, next, context, { origin, stamp: at }),
  ]
}
function noteWrittenBack(
  { partyId, contact, asOf }                       ,
  state              ,
  context         ,
)         {
  const there = current(state, partyId)
  if (!there?.directory || there.directory.asOf >= asOf) return []
  const { contact: _, ...rest } = there.directory
  const directory = { ...rest, ...withoutUndefined({ contact }), asOf, heardAt: context.at.toISOString() }
  const open = (there.conflicts ?? []).filter(
    ({ field }) => partOfField(field) !== 'contact' || !isSame(there.contact, contact),
  )
  const canonical = { directory, reconciled: { ...there.reconciled, contact: asOf }, conflicts: open }
  const origin = { binding: directory.binding }
  return changes(partyId, there, state, context, { origin, canonical, keepsStamps: true })
}
/** What was edited again meanwhile is written back by itself. */
function noteRefused(
  { partyId, binding, contact, why }                            ,
  state              ,
  context         ,
)         {
  const there = current(state, partyId)
  if (!there || !isSame(there.contact, contact)) return []
  const { directory, reconciled } = there
  const differing = directory
    ? differences(there, directory).filter((field) => partOfField(field) === 'contact')
    : []
  const fields = differing.length > 0 ? differing : ['contact']
  const others = (there.conflicts ?? []).filter(({ field }) => !fields.includes(field))
  const conflicts = [...others, ...fields.map((field) => ({ field, why: why.slice(0, 500) }))]
  const canonical = { ...withoutUndefined({ directory, reconciled }), conflicts }
  const origin = { binding }
  return changes(partyId, there, state, context, { origin, canonical, keepsStamps: true })
}
const nothingInConflict = 'Nothing of this party is in conflict with the directory.'
function settle(
  { partyId, keep, fields }                      ,
  state              ,
  context         ,
)         {
  const there = found(state, partyId)
  const { directory, conflicts = [] } = there
  const open = conflicts.map(({ field }) => field)
  const unknown = fields?.find((field) => !open.includes(field))
  if (unknown !== undefined)
    throw new Refusal(
      'stateForbids',
      open.length === 0
        ? nothingInConflict
        : `${unknown} is not in conflict with the directory, only ${open.join(', ')}.`,
    )
  const settled = fields ?? open
  if (settled.length === 0) {
    // Somebody else has decided it by now, or it ended by itself. Without a directory there never was anything.
    if (directory) throw new Refusal('stateForbids', nothingInConflict)
    return []
  }
  if (keep === 'directory' && !directory)
    throw new Refusal('stateForbids', 'The directory has said nothing of this party yet: keep the case.')
  const next = keep === 'directory' && directory ? withFieldsOf(there, directory, settled) : there
  const parts = [...new Set(settled.map(partOfField))]
  const decided = Object.fromEntries(parts.map((part) => [part, later(there.stamps[part], context)]))
  const canonical = {
    ...withoutUndefined({ directory, reconciled: there.reconciled }),
    conflicts: conflicts.filter(({ field }) => !settled.includes(field)),
  }
  const record = { role: there.role, ...whoOf(next), aliases: there.aliases }
  refuseRecord(record, context)
  return changes(partyId, record, state, context, { canonical, decided })
}
return { decideDirectory }
})()

const corePartyMerge = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { changes, filledIn } = corePartyRecord
const { representationChanged, stands } = corePartyRepresentation
const { current, find, found } = corePartyState
/** Merges a record into another, which takes over its data and the parties it represents. */
function merge(
  partyId        ,
  into        ,
  state              ,
  context         ,
  origin                     ,
)         {
  if (partyId === into)
    throw new Refusal('invalid', 'into must name another party: a party is not merged into itself.')
  const before = find(state, partyId)
  if (before?.status === 'merged' && before.mergedInto === into) return []
  const gone = found(state, partyId)
  const stays = current(state, into)
  if (!stays) throw new Refusal('stateForbids', `There is no party ${into} in this case to merge it into.`)
  if ((gone.person === undefined) !== (stays.person === undefined)) {
    throw new Refusal('stateForbids', 'A person and an organization are not the same party.')
  }
  const between = [gone, stays].find(
    ({ representation }) =>
      stands(representation) && [partyId, into].includes(representation?.representativeId ?? ''),
  )
  if (between) throw new Refusal('stateForbids', 'One of the two represents the other: revoke that first.')
  const filled = filledIn(stays, gone)
  const kept = { ...filled, ...withoutUndefined({ contact: stays.contact ?? gone.contact }) }
  const clients = state.parties.filter(
    (one) =>
      one.status === 'current' &&
      stands(one.representation) &&
      one.representation?.representativeId === partyId,
  )
  const inherits = !stands(stays.representation) && gone.representation && stands(gone.representation)
  const merged = { partyId, role: gone.role, into, ...withoutUndefined({ origin }) }
  return [
    ...changes(into, kept, state, context, withoutUndefined({ origin })),
    ...(inherits && gone.representation
      ? [representationChanged(stays, gone.representation, context, { origin })]
      : []),
    ...clients.flatMap(({ representation, ...client }) => {
      const moved = representation && { ...representation, representativeId: into }
      return moved ? [representationChanged(client, moved, context, { origin })] : []
    }),
    { type: 'party.merged', subject: partyId, data: merged },
  ]
}
return { merge }
})()

const corePartyParty = (() => {
const { isSame } = coreKernelChain
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { coverAgain, grantAccess, withdrawAccess } = corePartyAccess
const { partOfField, reconciled } = corePartyCanonical
const { decideDirectory } = corePartyDirectory
const { merge } = corePartyMerge
const { changes, filledIn, isClaimant, recordedIfMissing, refuseRecord, refuseTakenAlias, refuseUnknownRole } = corePartyRecord
const { represent, representationChanged, revocation, stands } = corePartyRepresentation
const { current, evolveParties, find, found, mergedAlready, nowCalled, partyTypes } = corePartyState
/** One part of a party's record on another case. */
/** The case was opened under a wrong name, and so was its provisional claimant. */
/** What the caller may know of the party from other cases: the newest of each part. */
/**
 * The parties to a case. A party's ID names the same person on every case, so changes spread to the other cases that
 * their author may see: each part of a record is stamped, and the newer change wins. Access on behalf of a party is
 * granted per case, and ends with the power of attorney behind it.
 */
const party                                      = {
  name: 'party',
  needs: {
    recordParty: 'keepParties',
    removeParty: 'keepParties',
    represent: 'keepParties',
    revokeRepresentation: 'keepParties',
    mergeParty: 'keepParties',
    followParty: null,
    noticeParty: null,
    heedDirectory: null,
    heedRepresentation: null,
    noteWrittenBack: null,
    noteWriteBackRefused: null,
    settleConflict: 'keepParties',
    renameOpened: null,
    grantAccess: 'grantAccess',
    withdrawAccess: null,
  },
  stateVersion: 4,
  reads: () => ({ types: partyTypes }),
  initial: { parties: [], grants: [] },
  evolve: evolveParties,
  decide(command, state, context) {
    const facts = decided(command, state, context)
    return [...facts, ...coverAgain(after(state, facts, context))]
  },
}
function decided(command              , state              , context         )         {
  switch (command.type) {
    case 'renameOpened':
      return renameOpened(command, state, context)
    case 'recordParty':
      return record(command, state, context)
    case 'removeParty':
      return remove(command, state, context)
    case 'represent':
      return represent(command.partyId, command.representation, state, context)
    case 'revokeRepresentation':
      return revocation(found(state, command.partyId), context, command.why)
    case 'mergeParty':
      return merge(command.partyId, command.into, state, context)
    case 'followParty':
      return follow(command, state, context)
    case 'noticeParty':
      return notice(command, state, context)
    case 'heedDirectory':
    case 'heedRepresentation':
    case 'noteWrittenBack':
    case 'noteWriteBackRefused':
    case 'settleConflict':
      return decideDirectory(command, state, context)
    case 'grantAccess':
      return grantAccess(command, state, context)
    case 'withdrawAccess':
      return withdrawAccess(command, state)
  }
}
const after = (state              , facts                 , { actor }         ) =>
  facts.reduce((so, fact) => evolveParties(so, { ...fact, at: '', actor }), state)
const mostParties = 2000
function record(command                   , state              , context         )         {
  const { partyId } = command
  const facts = written(command, state, context)
  const stand = current(state, partyId) ? undefined : standIn(partyId, command, state, context)
  return stand ? [...facts, ...merge(stand, partyId, after(state, facts, context), context)] : facts
}
function written(command                   , state              , context         )         {
  const { type: _, caseId: __, partyId, alias, elsewhere, asOpened, ...given } = command
  const there = find(state, partyId)
  if (there?.status === 'merged') throw mergedAlready(there)
  if (![there?.role, elsewhere?.role].includes(given.role)) refuseUnknownRole(given.role, context)
  refuseRecord(given, context)
  if (diedAsClaimant(there, context) && !isClaimant(given.role, context))
    throw new Refusal(
      'stateForbids',
      'This party has died as a claimant on this case, and stays one until a substitution. If that was never so, remove the party and say why.',
    )
  const aliases = given.aliases ?? (alias ? [alias] : [])
  refuseTakenAlias(partyId, aliases, state)
  const isNew = there?.status !== 'current'
  if (isNew && state.parties.length >= mostParties) {
    throw new Refusal('stateForbids', `A case has at most ${mostParties.toLocaleString('en-US')} parties.`)
  }
  if (!isNew || !elsewhere)
    return changes(partyId, { ...given, aliases }, state, context, withoutUndefined({ alias, asOpened }))
  const { represented } = elsewhere
  const isTold = given.contact !== undefined || elsewhere.contact === undefined
  const next = filledIn(
    { ...given, ...(isTold ? {} : withoutUndefined({ contact: elsewhere.contact })), aliases },
    elsewhere,
  )
  const stamps = isTold ? {} : withoutUndefined({ contact: elsewhere.stamps.contact })
  const seen = isTold ? undefined : elsewhere.reconciled?.contact
  const canonical = seen === undefined ? {} : { reconciled: { contact: seen } }
  const facts = changes(partyId, next, state, context, { ...withoutUndefined({ alias }), stamps, canonical })
  if (!represented || there?.representation) return facts
  const { from, known } = represented
  const follows                    = { type: 'followParty', caseId: command.caseId, partyId, from, known }
  return [...facts, ...follow(follows, after(state, facts, context), context)]
}
function renameOpened({ was, person }          , state              , context         )         {
  const one = state.parties.find(
    (one) => one.asOpened && one.status === 'current' && one.person && nameOf(one.person) === nameOf(was),
  )
  if (!one) return []
  const { partyId, role, aliases } = one
  return changes(partyId, { role, person, aliases }, state, context, { asOpened: true })
}
/** The provisional claimant from the opening of the case, now recorded in full. */
function standIn(partyId        , given          , { parties }              , context         ) {
  if (!given.person || !isClaimant(given.role, context)) return undefined
  const name = nameOf(given.person)
  return parties.find(
    (one) =>
      one.asOpened &&
      one.status === 'current' &&
      one.partyId !== partyId &&
      one.person &&
      nameOf(one.person) === name,
  )?.partyId
}
const nameOf = ({ firstName, lastName }            ) =>
  `${firstName} ${lastName}`.normalize('NFKC').trim().toLocaleLowerCase('en')
/** Until a substitution nobody takes their place: another role would lift what their death bars, without a word. */
const diedAsClaimant = (party                        , context         ) =>
  party?.status === 'current' && party.person?.deathDate !== undefined && isClaimant(party.role, context)
function remove({ partyId, why }                   , state              , context         )         {
  const there = current(state, partyId)
  if (!there) return []
  if (diedAsClaimant(there, context) && why === undefined)
    throw new Refusal('invalid', 'This party has died as a claimant on this case: say why it is removed.')
  const client = state.parties.find(
    (one) =>
      one.status === 'current' &&
      stands(one.representation) &&
      one.representation?.representativeId === partyId,
  )
  if (client) {
    throw new Refusal('stateForbids', `This party represents ${client.partyId}: revoke that first.`)
  }
  const data = { partyId, role: there.role, ...withoutUndefined({ why }) }
  return [{ type: 'party.removed', subject: partyId, data }]
}
/** Applies a change from another case, unless this one is newer. */
function follow(
  { caseId, partyId, from, known }                   ,
  state              ,
  context         ,
)         {
  const there = current(state, partyId)
  if (!there) return []
  const origin = { caseId: from }
  // Ties are broken by case ID, so that all cases agree.
  const isNewer = (stamp = '', than = '') => stamp > than || (stamp === than && from < caseId)
  switch (known.part) {
    case 'identity':
    case 'contact': {
      const { part } = known
      const stamp = known.of.stamps[part]
      if (!isNewer(stamp, there.stamps[part])) return []
      const { role } = there
      // What a directory has told that case, and not this one, does not come with what somebody changed.
      const isBehind = (there.directory?.asOf ?? '') < (known.of.reconciled?.[part] ?? '')
      const record = (isBehind && known.made) || known.of
      const told = part === 'identity' && known.isFirst ? filledIn(record, there) : record
      if (stamp === there.stamps[part] && isSameEdit(part, told, there)) return []
      const { aliases } = part === 'identity' ? told : there
      const { who, canonical } = followedPart(part, told, there)
      const { person, organization } = part === 'identity' ? who : there
      const { contact } = part === 'contact' ? who : there
      const next = { role, ...withoutUndefined({ person, organization, contact }), aliases }
      const stamps = stamp === undefined ? {} : { [part]: stamp }
      return changes(partyId, next, state, context, { origin, stamps, decided: stamps, canonical })
    }
    case 'representation': {
      if (!isNewer(known.stamp, there.stamps.representation)) return []
      const representativeId = nowCalled(state, known.representation.representativeId)
      const next = { ...known.representation, representativeId }
      if (representativeId === partyId || isSame(next, there.representation)) return []
      return [
        ...recordedIfMissing(representativeId, known.representative, state, context, origin),
        representationChanged(there, next, context, { origin, stamp: known.stamp }),
      ]
    }
    case 'merger': {
      const into = nowCalled(state, known.into)
      if (into === partyId) return []
      const missing = recordedIfMissing(into, { ...known.of, role: there.role }, state, context, origin)
      return [...missing, ...merge(partyId, into, after(state, missing, context), context, origin)]
    }
  }
}
/** The same change on two cases, which only the directory has touched since: it tells each case by itself. */
function isSameEdit(part              , told               , there            )          {
  if (told.reconciled?.[part] !== there.reconciled?.[part]) return true
  if (part === 'contact') return isSame(told.contact, there.contact)
  const identity = ({ person, organization, aliases }               ) => [person, organization, aliases]
  return isSame(identity(told), identity(there))
}
/** A part as another case has it, beside what the directory has told this case since. */
function followedPart(part              , told               , there            ) {
  const { directory } = there
  const seen = told.reconciled?.[part]
  const isKnown = directory === undefined || (seen ?? '') >= directory.asOf
  const compared = isKnown
    ? { next: told, conflicts: (told.conflicts ?? []).filter(({ field }) => partOfField(field) === part) }
    : reconciled(part, told, {
        base: seen !== undefined && seen === told.directory?.asOf ? told.directory : undefined,
        theirs: directory,
        conflicts: told.conflicts ?? [],
      })
  const others = (there.conflicts ?? []).filter(({ field }) => partOfField(field) !== part)
  const canonical = withoutUndefined({
    directory,
    reconciled: { ...there.reconciled, ...withoutUndefined({ [part]: isKnown ? seen : directory.asOf }) },
    conflicts: [...others, ...compared.conflicts],
  })
  return { who: compared.next, canonical }
}
/** Once for each change: whoever looks into it decides whether it holds here too. */
function notice(
  { partyId, from, part, stamp }                   ,
  state              ,
  context         ,
)         {
  const there = current(state, partyId)
  const known = part === 'merger' || part === 'directory' ? undefined : there?.stamps[part]
  if (!there || stamp <= (known ?? '') || stamp <= (there.noticed?.[part] ?? '')) return []
  const of = { partyId, role: there.role, isClaimant: isClaimant(there.role, context) }
  const data = { ...of, part, stamp, origin: from }
  return [{ type: 'party.changedElsewhere', subject: partyId, data }]
}
return { party }
})()

const coreKernelOneTimer = (() => {
const { derivedId } = coreKernelIds
/** A named timer, at most one per case, set for the next relevant day. */
const timerEvents = ['timer.set', 'timer.fired', 'timer.cancelled']
function evolveTimer(timer          , event          , name        )           {
  switch (event.type) {
    case 'timer.set':
      return event.data.name === name && event.data.due !== undefined
        ? { id: event.data.timerId, due: event.data.due }
        : timer
    case 'timer.fired':
    case 'timer.cancelled':
      return event.data.timerId === timer?.id ? null : timer
    default:
      return timer
  }
}
/** Sets the timer, or stops it if there is no time; `event` is the cause. */
function resetTimer(
  timer          ,
  name        ,
  due                    ,
  event                            ,
)         {
  if (timer?.due === due) return []
  const facts         = []
  if (timer) facts.push({ type: 'timer.cancelled', subject: timer.id, data: { timerId: timer.id, name } })
  if (due !== undefined) {
    const timerId = derivedId('timer', event, name)
    facts.push({ type: 'timer.set', subject: timerId, data: { timerId, name, due } })
  }
  return facts
}
return { timerEvents, evolveTimer, resetTimer }
})()

const corePartyPowerOfAttorney = (() => {
const { evolveTimer, resetTimer, timerEvents } = coreKernelOneTimer
const { daysLater } = coreTimeMoments
const { isClaimant } = corePartyRecord
const { stands } = corePartyRepresentation
/** The timer for the day after a power of attorney ends. */
const powerTimer = 'powerOfAttorney'
/** Powers of attorney with an end date: their expiry is an event. */
const powersOfAttorney                                     = {
  name: 'powersOfAttorney',
  needs: { watchPowers: null },
  stateVersion: 1,
  reads: () => ({
    types: [
      'party.representationChanged',
      'party.recorded',
      'party.merged',
      'party.removed',
      'case.closed',
      'case.reopened',
      ...timerEvents,
    ],
  }),
  initial: { isClosed: false, gone: [], powers: [], timer: null },
  evolve(state, event) {
    switch (event.type) {
      case 'party.representationChanged': {
        const { partyId, role, representation, stamp, change } = event.data
        const power = { partyId, role, representation, stamp, isEnded: change === 'ended' }
        return { ...state, powers: [...state.powers.filter((one) => one.partyId !== partyId), power] }
      }
      case 'party.recorded':
        return { ...state, gone: state.gone.filter((id) => id !== event.data.partyId) }
      case 'party.merged':
      case 'party.removed':
        return { ...state, gone: [...state.gone, event.data.partyId] }
      case 'case.closed':
        return { ...state, isClosed: true }
      case 'case.reopened':
        return { ...state, isClosed: false }
      default:
        return { ...state, timer: evolveTimer(state.timer, event, powerTimer) }
    }
  },
  decide({ event }, { isClosed, gone, powers, timer }, context) {
    if (isClosed) return []
    const now = context.at.toISOString()
    const ending = powers.flatMap((power) => {
      const { end } = power.representation.powerOfAttorney
      const isWatched = stands(power.representation) && !power.isEnded && !gone.includes(power.partyId)
      return isWatched && end !== undefined ? [{ power, over: dayBehind(end) }] : []
    })
    const next = ending
      .map(({ over }) => over)
      .filter((over) => over > now)
      .toSorted()[0]
    return [
      ...ending.filter(({ over }) => over <= now).map(({ power }) => ended(power, context)),
      ...resetTimer(timer, powerTimer, next, event),
    ]
  },
}
function ended({ partyId, role, representation, stamp }       , context         )       {
  const of = { partyId, role, isClaimant: isClaimant(role, context) }
  return {
    type: 'party.representationChanged',
    subject: partyId,
    data: { ...of, change: 'ended', representation, stamp },
  }
}
function dayBehind(date        )         {
  return daysLater(date, 1).toISOString()
}
return { powerTimer, powersOfAttorney }
})()

const coreSessionConference = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const isRemote = (kind                    ) => kind !== null && kind !== 'inPerson'
/** The conference of a session: the handle that the session carries, who came, and what came of it. */
const conference                                              = {
  name: 'conference',
  needs: {
    followSession: null,
    setConference: null,
    renewConference: 'manageSessions',
    endConference: null,
    joinConference: null,
    leaveConference: null,
    announceArtifact: null,
    failArtifact: null,
  },
  stateVersion: 2,
  reads: ({ sessionId }) => ({ subject: sessionId }),
  initial: {
    status: 'none',
    kind: null,
    slot: null,
    because: 'scheduled',
    isAsked: false,
    current: null,
    keptUntil: null,
    placedAgain: null,
    handles: [],
    ended: [],
    artifacts: {},
  },
  evolve(state, event) {
    switch (event.type) {
      case 'session.requested':
        return { ...state, status: 'requested', kind: event.data.kind }
      case 'session.scheduled': {
        const { kind, slot } = event.data
        return {
          ...state,
          status: 'scheduled',
          kind,
          slot,
          because: 'scheduled',
          isAsked: state.isAsked || isRemote(kind),
          keptUntil: null,
          placedAgain: placedAgain(state, slot),
        }
      }
      case 'session.rescheduled': {
        const { kind, slot } = event.data
        const because = state.current?.readyFor ? 'rescheduled' : state.because
        return { ...state, status: 'scheduled', kind, slot, because, placedAgain: null }
      }
      case 'session.held':
      case 'session.noShow':
        return { ...state, status: event.type.slice('session.'.length) }
      case 'session.postponed': {
        const { windowEndsAt: keptUntil = null } = event.data
        return {
          ...{ ...state, status: 'postponed', slot: null, keptUntil, placedAgain: null },
          isAsked: state.isAsked && keptUntil !== null,
        }
      }
      case 'session.withdrawn':
        return {
          ...{ ...state, status: 'withdrawn', slot: null, keptUntil: null, placedAgain: null },
          isAsked: false,
        }
      case 'session.conferenceMoved':
        return { ...state, placedAgain: null }
      case 'session.conferenceNeeded':
        return { ...state, isAsked: true, because: event.data.why === undefined ? state.because : 'renewed' }
      case 'session.conferenceCreated': {
        const { handle, binding } = event.data
        const current = { handle, binding, readyFor: null }
        return { ...state, current, handles: [...state.handles, handle] }
      }
      case 'session.conferenceReady':
        return { ...state, current: state.current && { ...state.current, readyFor: event.data.slot } }
      case 'session.conferenceUnneeded':
        return state.current?.handle === event.data.handle
          ? { ...state, current: null, isAsked: false }
          : state
      case 'session.conferenceCancelled': {
        const { handle } = event.data
        const current = state.current?.handle === handle ? null : state.current
        return { ...state, current, ended: [...state.ended, handle] }
      }
      case 'session.artifactAnnounced':
        return stands(state, event.data, 'announced')
      case 'session.artifactFiled':
        return stands(state, event.data, 'filed')
      case 'session.artifactFailed':
        return stands(state, event.data, 'failed')
      default:
        return state
    }
  },
  decide(command, state) {
    const { sessionId } = command
    if (state.status === 'none') throw new Refusal('notFound', 'There is no such session in this case.')
    const fact =                            (type      , data        ) =>
      ({ type, subject: sessionId, data: { sessionId, ...data } })
    const unneeded = (why        )         =>
      state.current
        ? [
            fact('session.conferenceUnneeded', {
              handle: state.current.handle,
              binding: state.current.binding,
              why,
            }),
          ]
        : []
    const needed = (why         ) =>
      fact('session.conferenceNeeded', { kind: state.kind, slot: state.slot, ...withoutUndefined({ why }) })
    switch (command.type) {
      case 'followSession':
        if (!isRemote(state.kind)) return unneeded('The session is held in person.')
        if (state.placedAgain === 'past') return unneeded('The session was placed past its window.')
        if (state.placedAgain === 'inside' && state.current) {
          const { handle, binding } = state.current
          return [fact('session.conferenceMoved', { kind: state.kind, slot: state.slot, handle, binding })]
        }
        return state.isAsked ? [] : [needed()]
      case 'setConference':
        return set(command, state, fact)
      case 'renewConference': {
        if (state.status !== 'scheduled')
          throw new Refusal(
            'stateForbids',
            'The session is not scheduled: there is no conference to make anew.',
          )
        if (!isRemote(state.kind))
          throw new Refusal('stateForbids', 'The session is held in person: it has no conference.')
        return [...unneeded(command.why), needed(command.why)]
      }
      case 'endConference': {
        const { handle, binding } = command
        return state.ended.includes(handle) ? [] : [fact('session.conferenceCancelled', { handle, binding })]
      }
      case 'joinConference':
      case 'leaveConference': {
        refuseUnknown(command.handle, state)
        const { handle, binding, participant, isHost, happenedAt } = command
        const type =
          command.type === 'joinConference' ? 'session.participantJoined' : 'session.participantLeft'
        return [fact(type, { handle, binding, participant, ...withoutUndefined({ isHost }), happenedAt })]
      }
      case 'announceArtifact': {
        const { handle, binding, artifact } = command
        refuseUnknown(handle, state)
        if (state.artifacts[keyOf({ handle, ...artifact })]) return []
        return [fact('session.artifactAnnounced', { handle, binding, ...artifact })]
      }
      case 'failArtifact': {
        const { handle, artifactId, why } = command
        const known = state.artifacts[keyOf({ handle, artifactId })]
        if (known?.standing !== 'announced') return []
        const { kind, name } = known
        return [fact('session.artifactFailed', { handle, artifactId, kind, name, why })]
      }
    }
  },
}
function placedAgain({ current, keptUntil }                 , { startsAt }      ) {
  if (!current || keptUntil === null) return null
  return Date.parse(startsAt) <= Date.parse(keptUntil) ? 'inside' : 'past'
}
/** It is recorded whatever has become of the session since: whoever cancels it has to know what to cancel. */
function set(
  { handle, binding, kind, slot, isReplaced }                                               ,
  state                 ,
  fact                                            ,
)         {
  const { current, because } = state
  const isNew = current?.handle !== handle
  const facts         = []
  const leave = (left        , why        ) =>
    facts.push(fact('session.conferenceUnneeded', { handle: left.handle, binding: left.binding, why }))
  if (current && isNew && !isReplaced) leave(current, 'Another conference was made.')
  if (isNew) facts.push(fact('session.conferenceCreated', { handle, binding }))
  if (state.status !== 'scheduled') return facts
  if (!isRemote(state.kind)) leave({ handle, binding }, 'The session is held in person.')
  else if (kind === state.kind && isSame(state.slot, slot)) {
    const isReady = !isNew && isSame(current?.readyFor ?? null, slot)
    if (!isReady) facts.push(fact('session.conferenceReady', { kind, slot, handle, binding, because }))
  }
  return facts
}
const isSame = (one             , other             ) =>
  one !== null &&
  other !== null &&
  Date.parse(one.startsAt) === Date.parse(other.startsAt) &&
  one.minutes === other.minutes
const keyOf = ({ handle = '', artifactId }                                         ) =>
  `${handle} ${artifactId}`
function stands(
  state                 ,
  data                                                                            ,
  standing                                  ,
)                  {
  const { kind, name = state.artifacts[keyOf(data)]?.name ?? '' } = data
  return { ...state, artifacts: { ...state.artifacts, [keyOf(data)]: { standing, kind, name } } }
}
function refuseUnknown(handle        , { handles }                 ) {
  if (!handles.includes(handle))
    throw new Refusal('notFound', 'The session has no conference with this handle.')
}
return { isRemote, conference, isSame }
})()

const coreSessionConferenceWatch = (() => {
const { evolveTimer, resetTimer, timerEvents } = coreKernelOneTimer
const { hourMs, latest, minuteMs, msEarlier, msLater } = coreTimeMoments
const { isRemote, isSame } = coreSessionConference
/** The timer for the moment at which a conference must be ready. */
const conferenceTimer = 'conferenceReady'
/** A session that is placed at short notice has at least so long before somebody is alarmed. */
const graceMs = 10 * minuteMs
/**
 * Remote sessions whose conference is not ready in time: somebody gets a task. One that was postponed and not placed again
 * within its window gives its conference up.
 */
const conferenceWatch                                    = {
  name: 'conferenceWatch',
  needs: { watchConferences: null },
  stateVersion: 2,
  reads: () => ({
    types: [
      'session.scheduled',
      'session.rescheduled',
      'session.conferenceNeeded',
      'session.conferenceCreated',
      'session.conferenceReady',
      'session.conferenceUnneeded',
      'session.conferenceCancelled',
      'session.conferenceOverdue',
      'session.held',
      'session.noShow',
      'session.postponed',
      'session.withdrawn',
      ...timerEvents,
    ],
  }),
  initial: { sessions: {}, hosted: {}, kept: {}, timer: null },
  evolve(state, event) {
    switch (event.type) {
      case 'session.scheduled':
      case 'session.rescheduled': {
        const { sessionId, kind, slot } = event.data
        const isBrought = 'isBrought' in event.data && event.data.isBrought === true
        return isBrought ? state : watched(unkept(state, sessionId), sessionId, kind, slot, event.at)
      }
      case 'session.conferenceNeeded': {
        const { sessionId, kind, slot } = event.data
        return watched(state, sessionId, kind, slot, event.at)
      }
      case 'session.conferenceCreated': {
        const { sessionId, handle, binding } = event.data
        return { ...state, hosted: { ...state.hosted, [sessionId]: { handle, binding } } }
      }
      case 'session.conferenceUnneeded':
      case 'session.conferenceCancelled': {
        const { sessionId, handle } = event.data
        const { [sessionId]: current, ...hosted } = state.hosted
        return current?.handle === handle ? { ...state, hosted } : state
      }
      case 'session.conferenceReady': {
        const { sessionId, slot } = event.data
        const known = state.sessions[sessionId]
        return known && isSame(known.slot, slot)
          ? { ...state, sessions: { ...state.sessions, [sessionId]: { ...known, isReady: true } } }
          : state
      }
      case 'session.conferenceOverdue': {
        const { sessionId } = event.data
        const known = state.sessions[sessionId]
        return known
          ? { ...state, sessions: { ...state.sessions, [sessionId]: { ...known, isOverdue: true } } }
          : state
      }
      case 'session.postponed': {
        const { sessionId, windowEndsAt } = event.data
        const left = without(unkept(state, sessionId), sessionId)
        return windowEndsAt === undefined
          ? left
          : { ...left, kept: { ...left.kept, [sessionId]: windowEndsAt } }
      }
      case 'session.held':
      case 'session.noShow':
      case 'session.withdrawn':
        return without(unkept(state, event.data.sessionId), event.data.sessionId)
      default:
        return { ...state, timer: evolveTimer(state.timer, event, conferenceTimer) }
    }
  },
  decide({ event }, { sessions, hosted, kept, timer }, { at, profile }) {
    const { conferenceReadyHours } = profile.sessions
    const now = at.toISOString()
    const awaited = Object.entries(sessions)
      .filter(([, { isReady, isOverdue }]) => !isReady && !isOverdue)
      .map(([sessionId, { slot, since }]) => {
        const due = latest(msEarlier(slot.startsAt, conferenceReadyHours * hourMs), msLater(since, graceMs))
        return { sessionId, slot, due: due.toISOString() }
      })
    const next = [...awaited.map(({ due }) => due), ...Object.values(kept)]
      .filter((due) => due > now)
      .toSorted()[0]
    const givenUp = Object.entries(kept).flatMap(([sessionId, until])         => {
      const current = hosted[sessionId]
      if (!current || until > now) return []
      const why = 'The session was not placed again within its window.'
      return [
        { type: 'session.conferenceUnneeded', subject: sessionId, data: { sessionId, ...current, why } },
      ]
    })
    const overdue = awaited
      .filter(({ due }) => due <= now)
      .map(({ sessionId, slot })       => {
        const why = 'The conference of the session is not ready: its participants have no link yet.'
        return { type: 'session.conferenceOverdue', subject: sessionId, data: { sessionId, slot, why } }
      })
    return [...overdue, ...givenUp, ...resetTimer(timer, conferenceTimer, next, event)]
  },
}
function watched(
  state            ,
  sessionId        ,
  kind             ,
  slot      ,
  since        ,
)             {
  if (!isRemote(kind)) return without(state, sessionId)
  const known = state.sessions[sessionId]
  const isReady = known?.isReady === true && isSame(known.slot, slot)
  return {
    ...state,
    sessions: { ...state.sessions, [sessionId]: { slot, since, isReady, isOverdue: false } },
  }
}
function unkept(state            , sessionId        )             {
  if (state.kept[sessionId] === undefined) return state
  const { [sessionId]: _, ...kept } = state.kept
  return { ...state, kept }
}
function without(state            , sessionId        )             {
  if (!state.sessions[sessionId]) return state
  const { [sessionId]: _, ...sessions } = state.sessions
  return { ...state, sessions }
}
return { conferenceTimer, conferenceWatch }
})()

const coreSessionNotice = (() => {
const { Refusal } = coreKernelDecider
const { daysLaterIn } = coreTimeDaysInZone
/** A session that is to be at a slot, and where and how it was to be held before. */
/** How many days before a session of a kind those who take part are told; of one whose kind is not known, the most. */
function noticeDaysOf({ sessions: { noticeDays = {} } }        , kind                         ) {
  return kind === undefined ? Math.max(0, ...Object.values(noticeDays)) : (noticeDays[kind] ?? 0)
}
/** The earliest time at which a session that is placed now can be, by the calendar where it is held. */
const noticeEnds = (
  profile        ,
  kind                         ,
  { now, timeZone }                                 ,
)       => daysLaterIn(now, noticeDaysOf(profile, kind), timeZone)
/**
 * Why those who take part would have to agree: nothing is placed within its notice, or moved to an earlier time, without
 * them. At the time that they know, only a kind that needs more notice needs it anew.
 */
function whyConsent(
  { slot, kind, from, fromKind = kind }         ,
  { profile, now }     ,
)                     {
  const startsAt = Date.parse(slot.startsAt)
  const before = from && Date.parse(from.startsAt)
  if (before !== undefined && startsAt < before) return 'The session would be earlier than it was'
  const isAsTold = startsAt === before && noticeDaysOf(profile, kind) <= noticeDaysOf(profile, fromKind)
  return isAsTold ? undefined : whyTooSoon(slot, kind, { profile, now })
}
function refuseShortNotice(placing         , at     )       {
  const why = whyConsent(placing, at)
  if (why === undefined) return
  throw new Refusal('stateForbids', `${why}: say as consent who has agreed to that, or choose a later time.`)
}
/** A time that is held within the notice is held while they are asked. */
function refuseHoldTooSoon(slot      , kind                         , at     )       {
  const why = whyTooSoon(slot, kind, at)
  if (why === undefined) return
  throw new Refusal(
    'stateForbids',
    `${why}: choose a later time, or hold it with withinNotice while you ask for consent.`,
  )
}
function whyTooSoon({ startsAt, timeZone }      , kind                         , { profile, now }     ) {
  if (Date.parse(startsAt) >= noticeEnds(profile, kind, { now, timeZone }).getTime()) return undefined
  const days = noticeDaysOf(profile, kind)
  return `The session would be within its notice of ${days} ${days === 1 ? 'day' : 'days'}`
}
return { noticeDaysOf, noticeEnds, whyConsent, refuseShortNotice, refuseHoldTooSoon }
})()

const coreSessionWindow = (() => {
const { dayShownIn, endOfDayIn } = coreTimeDaysInZone
const { dayLater } = coreTimeMoments
const usualWindowDays = 90
/** The days within which a session is to take place, from a moment: they end with the last one, by the clock of a zone. */
function sessionWindow(from      , timeZone        , { sessions }                           ) {
  const { windowDays = usualWindowDays } = sessions
  const endsAt = endOfDayIn(dayLater(dayShownIn(from, timeZone), windowDays), timeZone).toISOString()
  return { windowDays, endsAt }
}
return { sessionWindow }
})()

const coreSessionSession = (() => {
const sitting = {"0":true,"1":true,"2":true,"3":true,"4":true,"5":true,"6":true,"7":true,"8":true,"9":true,"10":true}
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayShownIn } = coreTimeDaysInZone
const { minuteOf } = coreTimeMoments
const { faultOfTimeZone, refuseUnknownTimeZone } = coreTimeZoneNames
const { noticeEnds, refuseShortNotice } = coreSessionNotice
const { sessionWindow } = coreSessionWindow
const sessionOutcomes = ['held', 'noShow', 'postponed', 'withdrawn']
/** When it begins as far as they know who change it; null where it has no slot. Left out, they do not mind. */
/** A session: requested, scheduled, perhaps moved, and ended, in one record. */
const session                                        = {
  name: 'session',
  needs: {
    requestSession: 'manageSessions',
    bringSession: 'manageSessions',
    placeSession: 'manageSessions',
    flagConflicts: 'manageSessions',
    settleRecord: null,
    suggestSlots: 'manageSessions',
    remindSession: 'manageSessions',
    endSession: 'manageSessions',
  },
  stateVersion: 7,
  reads: ({ sessionId }) => ({ subject: sessionId }),
  initial: { status: 'none' },
  evolve(state, event) {
    switch (event.type) {
      case 'session.requested':
        return { status: 'requested', kind: event.data.kind }
      case 'session.scheduled':
      case 'session.rescheduled':
        return {
          status: 'scheduled',
          kind: event.data.kind,
          slot: event.data.slot,
          ...withoutUndefined({ participants: event.data.participants }),
          placedAt: placedFirst(state, event.type, event.data.slot),
        }
      case 'session.conflicted':
        return 'slot' in state ? { ...state, conflicts: event.data.conflicts } : state
      case 'session.conflictCleared':
        return 'slot' in state ? { ...state, conflicts: [] } : state
      case 'session.reminderDue':
        return 'slot' in state ? { ...state, reminded: [...(state.reminded ?? []), event.data.days] } : state
      case 'session.held':
        return 'slot' in state
          ? { ...state, status: 'held', said: saidIn(event.data), ...onIn(event.data) }
          : state
      case 'session.recordSettled':
        return state.status === 'held'
          ? {
              ...state,
              said: { ...state.said, ...withoutUndefined({ withoutRecord: event.data.withoutRecord }) },
            }
          : state
      case 'session.noShow':
        return 'slot' in state ? { ...state, status: 'noShow', ...onIn(event.data) } : state
      case 'session.dayCorrected':
        return 'on' in state || 'slot' in state || state.status === 'withdrawn'
          ? { ...state, on: event.data.on }
          : state
      case 'session.postponed':
        return state.status === 'none'
          ? state
          : {
              status: 'postponed',
              kind: state.kind,
              ...withoutUndefined({
                participants: participantsOf(state),
                window: windowLeft(state, event.data.windowEndsAt),
              }),
            }
      case 'session.withdrawn':
        return state.status === 'none'
          ? state
          : { status: 'withdrawn', kind: state.kind, ...onIn(event.data) }
      default:
        return state
    }
  },
  decide(command, state, context) {
    const { sessionId } = command
    const fact =                            (type      , data        ) =>
      [{ type, subject: sessionId, data: { sessionId, ...data } }        ]
    if (command.type === 'requestSession') {
      if (state.status !== 'none') throw new Refusal('conflict', 'This session was already requested.')
      const { kind, why } = command
      return fact('session.requested', { kind, ...(why === undefined ? {} : { why }) })
    }
    if (command.type === 'bringSession') return bringSession(command, state, context)
    if (state.status === 'none') throw new Refusal('notFound', 'There is no such session in this case.')
    if (command.type === 'flagConflicts') return flag(command, state)
    if (command.type === 'settleRecord') {
      const { record, withoutRecord } = command
      const isSettled =
        state.status !== 'held' || (record === 'none' && state.said?.withoutRecord === withoutRecord)
      return isSettled ? [] : fact('session.recordSettled', withoutUndefined({ record, withoutRecord }))
    }
    if (command.type === 'suggestSlots') {
      const { slots, binding } = command
      const isWaiting = state.status === 'requested' || state.status === 'postponed'
      if (!isWaiting) return []
      const { profile, at: now } = context
      const inTime = slots.filter(
        ({ startsAt, timeZone }) =>
          faultOfTimeZone(timeZone) === undefined &&
          Date.parse(startsAt) >= noticeEnds(profile, state.kind, { now, timeZone }).getTime(),
      )
      return inTime.length > 0 ? fact('session.slotsSuggested', { slots: inTime, binding }) : []
    }
    if (command.type === 'remindSession') {
      const { days, of } = command
      const isDue =
        state.status === 'scheduled' && isSameTime(state.slot, of) && !state.reminded?.includes(days)
      return isDue ? fact('session.reminderDue', { kind: state.kind, slot: state.slot, days }) : []
    }
    return command.type === 'placeSession' ? place(command, state, context) : end(command, state, context)
  },
}
/** A session from another system: a past one is only recorded, an upcoming one is handled here. */
function bringSession(
  { sessionId, kind, status, slot, alias }                                           ,
  state              ,
  { at, recordedAt = at }         ,
)         {
  if (state.status !== 'none') throw new Refusal('conflict', 'This session was already requested.')
  if (slot) refuseUnknownTimeZone(slot.timeZone)
  const needsSlot = status === 'scheduled' || status === 'held' || status === 'noShow'
  if (needsSlot && !slot)
    throw new Refusal('invalid', `A session that is ${status} must have a slot: when it begins.`)
  if (status === 'requested' && slot)
    throw new Refusal(
      'invalid',
      'A requested session must not have a slot: make it scheduled, or leave slot out.',
    )
  const isToCome = slot !== undefined && Date.parse(slot.startsAt) > recordedAt.getTime()
  if (status === 'scheduled' && !isToCome)
    throw new Refusal('invalid', 'A scheduled session must be in the future: say how this one ended.')
  if ((status === 'held' || status === 'noShow') && isToCome)
    throw new Refusal(
      'invalid',
      `A session that is ${status} must have begun, but this one is in the future.`,
    )
  const isOver = status !== 'requested' && status !== 'scheduled'
  const told = isOver ? { isBrought: true          } : {}
  const facts         = [
    { type: 'session.requested', subject: sessionId, data: { sessionId, kind, alias, ...told } },
  ]
  if (slot)
    facts.push({ type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...told } })
  if (isOver) facts.push({ type: `session.${status}`, subject: sessionId, data: { sessionId, ...told } })
  return facts
}
/** Its window begins where it was placed first, and it is placed inside it again. */
function placedFirst(state              , type              , { startsAt }      )         {
  if (type === 'session.rescheduled' && 'slot' in state) return state.placedAt ?? state.slot.startsAt
  const { window } = state.status === 'postponed' ? state : {}
  return window && isBy(startsAt, window.endsAt) ? window.placedAt : startsAt
}
const isBy = (at        , end        ) => Date.parse(at) <= Date.parse(end)
const windowLeft = (state              , endsAt                    ) =>
  endsAt !== undefined && 'slot' in state
    ? { placedAt: state.placedAt ?? state.slot.startsAt, endsAt }
    : undefined
/** It ends with its last day, where the session is. */
const windowOf = ({ placedAt, slot }                                , { profile }         ) => {
  const zone = faultOfTimeZone(slot.timeZone) === undefined ? slot.timeZone : 'UTC'
  return sessionWindow(new Date(placedAt ?? slot.startsAt), zone, profile)
}
function place(command                                           , state       , context         )         {
  const { at } = context
  const { sessionId, slot, kind = state.kind, holdId, consent } = command
  refuseUnknownTimeZone(slot.timeZone)
  if (state.status === 'held') throw new Refusal('stateForbids', 'The session was held: request another one.')
  if (state.status === 'withdrawn') {
    throw new Refusal('stateForbids', 'The session was withdrawn: request another one.')
  }
  if (Date.parse(slot.startsAt) <= at.getTime()) {
    throw new Refusal('invalid', 'startsAt must be in the future.')
  }
  refuseUnseen(state, command.from, slot)
  if (consent === undefined) {
    const from = state.status === 'scheduled' ? state.slot : undefined
    refuseShortNotice({ slot, kind, from, fromKind: state.kind }, { profile: context.profile, now: at })
  }
  const before = participantsOf(state)
  const { participants = before } = command
  const booked = withoutUndefined({ participants, holdId, consent })
  if (state.status !== 'scheduled') {
    return [{ type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...booked } }]
  }
  const { slot: from } = state
  const isSame =
    kind === state.kind &&
    isSameTime(from, slot) &&
    from.timeZone === slot.timeZone &&
    from.place === slot.place &&
    keysOf(before) === keysOf(participants)
  if (isSame && holdId === undefined) return []
  const { windowDays, endsAt } = windowOf(state, context)
  // Past its window it is postponed: what was booked and prepared for it is given back, and it is placed anew.
  if (!isBy(slot.startsAt, endsAt)) {
    const why = `It was moved past its window of ${windowDays} days.`
    return [
      { type: 'session.postponed', subject: sessionId, data: { sessionId, why } },
      { type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...booked } },
    ]
  }
  return [
    { type: 'session.rescheduled', subject: sessionId, data: { sessionId, kind, slot, from, ...booked } },
  ]
}
/** What was worked out for another slot is out of date. */
function flag(
  { sessionId, conflicts: found, of, binding }                                            ,
  state       ,
)         {
  if (state.status !== 'scheduled' || !isSameTime(state.slot, of)) return []
  const { conflicts: before = [] } = state
  const told = found.map((one) => ({ ...one, ...withoutUndefined({ binding }) }))
  const conflicts = [...before.filter((one) => one.binding !== binding), ...told]
  const whys = (list                            ) => list.map(({ why }) => why).join(' ')
  if (whys(before) === whys(conflicts)) return []
  const subject = sessionId
  if (conflicts.length === 0) return [{ type: 'session.conflictCleared', subject, data: { sessionId } }]
  return [{ type: 'session.conflicted', subject, data: { sessionId, conflicts, why: whys(conflicts) } }]
}
const isSameTime = (one      , other      ) =>
  Date.parse(one.startsAt) === Date.parse(other.startsAt) && one.minutes === other.minutes
function end(command                                         , state       , context         )         {
  const { at } = context
  const { sessionId, outcome, why } = command
  if (command.heldBy && outcome !== 'held')
    throw new Refusal('invalid', 'heldBy must be left out unless the outcome is held.')
  if (command.withoutRecord !== undefined && outcome !== 'held')
    throw new Refusal('invalid', 'withoutRecord must be left out unless the outcome is held.')
  refuseOn(command, context)
  if (state.status === outcome) {
    const corrected = dayCorrected(command, state)
    if (corrected) return corrected
    if ('slot' in state) refuseOtherwise(command, state)
    return []
  }
  if (state.status === 'held' || state.status === 'withdrawn') {
    throw new Refusal('stateForbids', `The session was ${state.status} already.`)
  }
  refuseUnseen(state, command.from)
  if (outcome === 'held' || outcome === 'noShow') {
    if (!('slot' in state))
      throw new Refusal('stateForbids', 'The session has no date yet: schedule it first.')
    if (Date.parse(state.slot.startsAt) > at.getTime()) {
      throw new Refusal('stateForbids', 'The session has not begun yet.')
    }
  }
  const { heldBy = outcome === 'held' ? onlyAdjudicator(state) : undefined } = command
  const data = {
    sessionId,
    ...withoutUndefined({ why, heldBy, on: command.on }),
    ...(outcome === 'held' ? recorded(command, context) : {}),
  }
  if (outcome === 'postponed' && 'slot' in state) {
    // Whatever was prepared for it is kept as long as it can still be placed inside its window.
    const { endsAt } = windowOf(state, context)
    const window = endsAt > at.toISOString() ? { windowEndsAt: endsAt } : {}
    return [{ type: 'session.postponed', subject: sessionId, data: { ...data, ...window } }]
  }
  return [{ type: `session.${outcome}`, subject: sessionId, data }]
}
const onIn = ({ on }                 ) => withoutUndefined({ on })
function refuseOn({ on, outcome }                                         , { at, profile }         ) {
  if (on === undefined) return
  if (outcome === 'postponed')
    throw new Refusal(
      'invalid',
      'on must be left out of a postponement: it has another day by its next slot.',
    )
  const today = dayShownIn(at, profile.deadlines.timeZone)
  if (on > today)
    throw new Refusal('invalid', `on must not be in the future: it is ${on}, and today is ${today}.`)
}
/** The same outcome on another day is a correction. */
function dayCorrected(
  { sessionId, on, why }                                         ,
  state       ,
)                     {
  const was = ('on' in state ? state.on : undefined) ?? slotDay(state)
  if (on === undefined || on === was) return undefined
  if (why === undefined) throw new Refusal('invalid', 'why must say why the day of the session is corrected.')
  const data = { sessionId, on, why, ...withoutUndefined({ was }) }
  return [{ type: 'session.dayCorrected', subject: sessionId, data }]
}
const slotDay = (state       )                     =>
  'slot' in state ? dayShownIn(new Date(state.slot.startsAt), state.slot.timeZone) : undefined
/** Whoever sat alone has held it, also where somebody else records that. */
function onlyAdjudicator(state       )                                           {
  const [one, ...others] = (participantsOf(state) ?? []).filter(({ kind }) => kind === sitting)
  return one && others.length === 0 ? { id: one.id, name: one.name } : undefined
}
const saidIn = ({ heldBy, withoutRecord }                                                     )       =>
  withoutUndefined({ heldBy: heldBy?.id, withoutRecord })
/** The same again changes nothing; what is said anew would be lost. */
function refuseOtherwise(
  command                                         ,
  { said = {} }                                ,
) {
  const { heldBy = said.heldBy, withoutRecord = said.withoutRecord } = saidIn(command)
  if (heldBy === said.heldBy && withoutRecord === said.withoutRecord) return
  throw new Refusal(
    'conflict',
    'The session was held already, and who held it and why it has no record is kept as it was said then: say the rest where the task that asks for the record is completed.',
  )
}
function recorded(
  { record, withoutRecord }                                         ,
  { profile }         ,
)                                                     {
  if (record === 'stored' && withoutRecord !== undefined)
    throw new Refusal('stateForbids', 'Something of this session is stored: leave withoutRecord out.')
  if (withoutRecord !== undefined) return { record: 'none', withoutRecord }
  if (record === undefined) return {}
  if (record !== 'none') return { record }
  if (profile.sessions.withoutRecord === 'needsReason')
    throw new Refusal(
      'stateForbids',
      'Nothing of this session is recorded: say why there is no record, as withoutRecord.',
    )
  return { record: 'missing' }
}
/** Of two who change one session at once the second is told what the first has done, unless both want the same. */
function refuseUnseen(state       , from              , wanted       ) {
  if (from === undefined) return
  const now = 'slot' in state ? state.slot : undefined
  // One that nobody came to waits to be placed again.
  const isWaiting = state.status !== 'scheduled'
  const isKnown = from === null ? isWaiting : now && Date.parse(from) === Date.parse(now.startsAt)
  if (isKnown || (now && wanted && isSameTime(now, wanted))) return
  throw new Refusal(
    'conflict',
    now
      ? `Meanwhile the session was placed on ${minuteOf(now.startsAt)} UTC: look at it again.`
      : 'Meanwhile the session lost its slot: look at it again.',
  )
}
const participantsOf = (state              ) => ('participants' in state ? state.participants : undefined)
const keysOf = (participants                              = []) =>
  participants
    .map(({ kind, id }) => `${kind}:${id}`)
    .toSorted()
    .join()
return { sessionOutcomes, session }
})()

const coreSessionTranscript = (() => {
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
/**
 * The transcripts of a session. One is awaited as soon as a recording is filed; a draft that nobody has touched takes in
 * what is filed later, and beside any other a new one is begun.
 */
const transcripts                                               = {
  name: 'transcripts',
  needs: {
    awaitTranscript: null,
    noteDelayed: null,
    noteDrafted: null,
    correctLine: 'certifyTranscripts',
    nameSpeaker: 'certifyTranscripts',
    certifyTranscript: 'certifyTranscripts',
    notePrinted: null,
  },
  stateVersion: 1,
  reads: ({ sessionId }) => ({ subject: sessionId }),
  initial: { transcripts: [] },
  evolve(state, event) {
    switch (event.type) {
      case 'transcript.awaited': {
        const { transcriptId: id, recordings } = event.data
        if (state.transcripts.some((one) => one.id === id))
          return changed(state, id, { status: 'awaited', recordings })
        const begun                  = {
          id,
          status: 'awaited',
          recordings,
          documentId: null,
          isCorrected: false,
          isPrinted: false,
          why: null,
        }
        return { transcripts: [...state.transcripts, begun] }
      }
      case 'transcript.delayed':
        return changed(state, event.data.transcriptId, { why: event.data.why })
      case 'transcript.drafted': {
        const { transcriptId, documentId, recordings } = event.data
        return changed(state, transcriptId, { status: 'draft', documentId, recordings, why: null })
      }
      case 'transcript.corrected':
        return changed(state, event.data.transcriptId, { isCorrected: true })
      case 'transcript.certified':
        return changed(state, event.data.transcriptId, { status: 'certified' })
      case 'transcript.printed':
        return changed(state, event.data.transcriptId, { isPrinted: true })
      default:
        return state
    }
  },
  decide(command, state, context)         {
    const { sessionId } = command
    const fact =                            (type      , data        ) =>
      [{ type, subject: sessionId, data: { sessionId, ...data } }        ]
    if (command.type === 'awaitTranscript') {
      const { recording, event } = command
      const last = state.transcripts.at(-1)
      if (last?.recordings.some(({ documentId }) => documentId === recording.documentId)) return []
      const recordings = [...(last?.recordings ?? []), recording].map(({ why: _, ...one }) => one)
      const isOpen = last && last.status !== 'certified' && !last.isCorrected
      const transcriptId = isOpen ? last.id : derivedId('trn', event, sessionId)
      return fact('transcript.awaited', { transcriptId, recordings })
    }
    const { transcriptId } = command
    const one = state.transcripts.find(({ id }) => id === transcriptId)
    if (!one) throw new Refusal('notFound', 'There is no such transcript of this session.')
    switch (command.type) {
      case 'noteDelayed': {
        const { why } = command
        return one.status === 'awaited' && one.why !== why
          ? fact('transcript.delayed', { transcriptId, why })
          : []
      }
      case 'noteDrafted': {
        const { recordings, model, linesSha256, paper } = command
        // Made by two processes, the first counts; made without a recording that was filed meanwhile, none does.
        if (one.status !== 'awaited' || idsOf(recordings) !== idsOf(one.recordings)) return []
        const documentId =
          one.documentId ?? derivedId('doc', { id: transcriptId, at: context.at.toISOString() }, 'transcript')
        const anew = one.documentId === null ? {} : { isAnew: true }
        return fact('transcript.drafted', {
          transcriptId,
          documentId,
          ...paper,
          recordings,
          model,
          linesSha256,
          ...anew,
        })
      }
      case 'correctLine': {
        refuseUnlessDraft(one)
        const { lineId, text, speaker, was } = command
        // Saved as it was: the draft is still as the engine made it.
        if (text === undefined && speaker === undefined) return []
        return fact('transcript.corrected', {
          transcriptId,
          lineId,
          ...withoutUndefined({ text, speaker, was }),
        })
      }
      case 'nameSpeaker': {
        refuseUnlessDraft(one)
        const { recordingId, speaker, was } = command
        if (!one.recordings.some(({ documentId }) => documentId === recordingId))
          throw new Refusal('notFound', 'There is no such recording in this transcript.')
        return fact('transcript.corrected', {
          transcriptId,
          recordingId,
          speaker,
          ...withoutUndefined({ was }),
        })
      }
      case 'certifyTranscript':
        if (one.status === 'certified') return []
        refuseUnlessDraft(one)
        return fact('transcript.certified', { transcriptId, linesSha256: command.linesSha256 })
      case 'notePrinted':
        if (one.status !== 'certified' || one.isPrinted) return []
        return fact('transcript.printed', { transcriptId, documentId: one.documentId, ...command.paper })
    }
  },
}
function changed(state                  , id        , changes                          )                   {
  return { transcripts: state.transcripts.map((one) => (one.id === id ? { ...one, ...changes } : one)) }
}
function refuseUnlessDraft({ status }                 ) {
  if (status === 'awaited')
    throw new Refusal('stateForbids', 'The transcript is not made yet: wait until it is a draft.')
  if (status === 'certified')
    throw new Refusal('stateForbids', 'The transcript is certified: it changes no more.')
}
const idsOf = (recordings                                ) =>
  recordings
    .map(({ documentId }) => documentId)
    .toSorted()
    .join()
return { transcripts }
})()

const coreWorkPriority = (() => {
const { Refusal } = coreKernelDecider
const { namesOf, refuseUnknownWord } = coreKernelKnownWords
const { evolveTimer, resetTimer, timerEvents } = coreKernelOneTimer
const { birthdayAfter } = coreTimeMoments
/** The timer for the day a claimant reaches the age that advances the case. */
const ageTimer = 'advancedAge'
/** What advances a case: a granted motion, the age of a claimant, a court remand. */
const priority                                          = {
  name: 'priority',
  needs: {
    ruleOnMotion: 'advanceCases',
    weighAge: null,
    courtRemand: null,
  },
  stateVersion: 1,
  reads: () => ({
    types: [
      'case.advanced',
      'case.courtRemanded',
      'case.corrected',
      'case.closed',
      'case.reopened',
      'party.recorded',
      'party.merged',
      'party.removed',
      ...timerEvents,
    ],
  }),
  initial: { advanced: [], isCourtRemand: false, isClosed: false, people: [], timer: null },
  evolve(state, event) {
    switch (event.type) {
      case 'case.advanced':
        return { ...state, advanced: event.data.advanced }
      case 'case.courtRemanded':
        return { ...state, isCourtRemand: true }
      case 'case.corrected':
        return event.data.isCourtRemand === false ? { ...state, isCourtRemand: false } : state
      case 'case.closed':
        return { ...state, isClosed: true }
      case 'case.reopened':
        return { ...state, isClosed: false }
      case 'party.recorded': {
        const { partyId, role, person } = event.data
        const others = without(state, partyId)
        return { ...state, people: person ? [...others, { partyId, role, person }] : others }
      }
      case 'party.merged':
      case 'party.removed':
        return { ...state, people: without(state, event.data.partyId) }
      default:
        return { ...state, timer: evolveTimer(state.timer, event, ageTimer) }
    }
  },
  decide(command, state, context) {
    switch (command.type) {
      case 'ruleOnMotion':
        return rule(command, state, context)
      case 'weighAge':
        return weighAge(command, state, context)
      case 'courtRemand':
        return state.isCourtRemand
          ? []
          : [{ type: 'case.courtRemanded', subject: command.caseId, data: { why: command.why } }]
    }
  },
}
const without = ({ people }               , partyId        ) =>
  people.filter((one) => one.partyId !== partyId)
function rule({ caseId, ...motion }                    , state               , { profile }         )         {
  const { reason, granted, why } = motion
  const byMotion = profile.priority.advanceReasons.filter((one) => one.byMotion)
  refuseUnknownWord('reason for a motion', reason, namesOf(byMotion))
  if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
  if (granted && state.advanced.includes(reason)) return []
  return [advanced(caseId, reason, granted, why, state)]
}
function advanced(caseId        , reason        , granted         , why        , state               )       {
  const others = state.advanced.filter((other) => other !== reason)
  const data = { reason, granted, why, advanced: granted ? [...others, reason] : others }
  return { type: 'case.advanced', subject: caseId, data }
}
function weighAge({ caseId, event }                , state               , context         )         {
  if (state.isClosed) return []
  const { ageReason, advancedAge } = context.profile.priority
  const due = ageReachedOn(state, context)
  const isReached = due !== undefined && due <= context.at.toISOString()
  const isAdvanced = state.advanced.includes(ageReason)
  const next = due === undefined || isReached ? undefined : due
  const facts = resetTimer(state.timer, ageTimer, next, event)
  if (isReached && !isAdvanced) {
    facts.push(advanced(caseId, ageReason, true, `A claimant is ${advancedAge} years old, or older.`, state))
  }
  if (!isReached && isAdvanced) {
    facts.push(advanced(caseId, ageReason, false, `No claimant is ${advancedAge} years old.`, state))
  }
  return facts
}
/** When the oldest living claimant reaches the age that advances the case. */
function ageReachedOn({ people }               , { profile }         )                     {
  const claimants = profile.partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const births = people.flatMap(({ role, person: { birthDate, deathDate } }) =>
    claimants.includes(role) && deathDate === undefined && birthDate !== undefined ? [birthDate] : [],
  )
  const [oldest] = births.toSorted()
  return oldest === undefined ? undefined : birthdayAfter(oldest, profile.priority.advancedAge).toISOString()
}
return { ageTimer, priority }
})()

const coreTimeWorkingDays = (() => {
const { weekdayOfDay } = coreTimeCalendarDays
const { dayLater } = coreTimeMoments
const labels = new WeakMap                                      ()
/** What is kept on a day; undefined if it is no holiday. */
function holidayOn(day        , calendar                 )                     {
  let known = labels.get(calendar)
  if (!known) {
    known = new Map(calendar.holidays.map(({ day, label }) => [day, label]))
    labels.set(calendar, known)
  }
  return known.get(day)
}
const isWorkingDay = (day        , calendar                 )          =>
  !calendar.weekend.includes(weekdayOfDay(day)) && holidayOn(day, calendar) === undefined
/** The day itself if it is a working day, else the nearest one in that direction. */
function workingDayFrom(day        , step        , calendar                 )         {
  let at = day
  while (!isWorkingDay(at, calendar)) at = dayLater(at, step)
  return at
}
/** So many working days after a day, which is not counted; before it if they are negative. */
function workingDaysLater(
  day        ,
  days        ,
  calendar                 ,
  isCounted                           = () => true,
)         {
  const step = days < 0 ? -1 : 1
  let at = day
  for (let left = Math.abs(days); left > 0; ) {
    at = dayLater(at, step)
    if (isWorkingDay(at, calendar) && isCounted(at)) left--
  }
  return at
}
return { holidayOn, isWorkingDay, workingDayFrom, workingDaysLater }
})()

const coreTimeDeadlineWords = (() => {
const { dayOfThisYear, dayWithWeekday, longDay, weekdayOfDay, wholeDaysBetween } = coreTimeCalendarDays
const { dayLater } = coreTimeMoments
const { holidayOn } = coreTimeWorkingDays
/** Why a deadline ends on its day, as a person would work it out. */
function whyThisDay(terms       , start       , periods                   )         {
  const { calendar, runs } = terms
  const sentences = periods.map((period) => {
    const length = lengthInWords(period.length, period.counts)
    const said =
      period.why === undefined
        ? `${length} ${runs ?? 'from'} ${start.called} on ${longDay(start.day)}`
        : `${period.why} ${length} more`
    return `${said}${skippedWords(period.skipped)} is ${endInWords(period, calendar)}.`
  })
  const last = periods.at(-1)
  if (last && (last.day > calendar.to || last.day < calendar.from)) {
    const [from, to] = [calendar.from, calendar.to].map(longDay)
    sentences.push(`“${calendar.label}” has the holidays from ${from} to ${to} only.`)
  }
  return sentences.join(' ')
}
function standstillSentence(
  { length, counts }       ,
  start       ,
  { from, why }      ,
  extensions                       = [],
)         {
  const counted = `${lengthInWords(length, counts)} from ${start.called} on ${longDay(start.day)}`
  const sentence = `${why} The days since ${longDay(from)} are not counted in the ${counted}.`
  const more = extensions.map((one) => `${one.why} It has ${lengthInWords(one.by, one.counts)} more.`)
  return [sentence, ...more].join(' ')
}
function lengthInWords(length        , counts           = 'calendarDays')         {
  const [unit = 'days', many = 0] = Object.entries(length)[0] ?? []
  const name = many === 1 ? unit.slice(0, -1) : unit
  return `${many} ${counts === 'workingDays' ? 'working ' : ''}${name}`
}
function skippedWords(skipped                      )         {
  return skipped
    .map(({ from, to, why }) => {
      const days = wholeDaysBetween(from, to)
      const last = longDay(dayLater(to, -1))
      const span = days === 1 ? longDay(from) : `the ${days} days from ${longDay(from)} to ${last}`
      return `, not counting ${span} (${why}),`
    })
    .join('')
}
function endInWords({ counted, day }        , calendar                 )         {
  const holiday = holidayOn(counted, calendar)
  const first = `${dayWithWeekday(counted)}${holiday === undefined || counted === day ? '' : `, ${holiday}`}`
  if (counted === day) return first
  const between = daysBetweenEnds(counted, day).flatMap((one) => {
    const label = holidayOn(one, calendar)
    return label === undefined || calendar.weekend.includes(weekdayOfDay(one))
      ? []
      : [`${dayOfThisYear(one)} is ${label}`]
  })
  const why = between.length > 0 ? ` (${between.join(', ')})` : ''
  const which = day > counted ? 'next' : 'previous'
  return `${first}; the ${which} working day is ${dayWithWeekday(day)}${why}`
}
function daysBetweenEnds(one        , other        )           {
  const [from, to] = one < other ? [one, other] : [other, one]
  const days           = []
  for (let day = dayLater(from); day < to; day = dayLater(day)) days.push(day)
  return days
}
return { whyThisDay, standstillSentence, lengthInWords }
})()

const coreTimeDeadline = (() => {
const { monthsLater, wholeDaysBetween } = coreTimeCalendarDays
const { endOfDayIn } = coreTimeDaysInZone
const { standstillSentence, whyThisDay } = coreTimeDeadlineWords
const { dayLater } = coreTimeMoments
const { workingDayFrom, workingDaysLater } = coreTimeWorkingDays
/**
 * The last day of a deadline: the day from which it runs is not counted, and the last one is. Each extension runs from the
 * day on which it would have ended.
 */
function reckonDeadline(terms       , start       , changes          = {})           {
  const { extensions = [], tolls = [] } = changes
  const ended = merged(tolls.flatMap(({ from, to, why }) => (to === undefined ? [] : [{ from, to, why }])))
  const first = periodOf(terms, start.day, terms, ended)
  const periods = [first]
  for (const { by: length, counts, why } of extensions) {
    const { day } = periods.at(-1)
    periods.push({ ...periodOf(terms, day, { length, counts }, ended), why })
  }
  const { day } = periods.at(-1)
  const standing = tolls.find(({ from, to }) => to === undefined && from <= day)
  if (standing) return { why: standstillSentence(terms, start, standing, extensions) }
  const due = endOfDayIn(day, terms.timeZone).toISOString()
  return { day, due, why: whyThisDay(terms, start, periods) }
}
function periodOf(
  terms       ,
  from        ,
  { length, counts = 'calendarDays' }                                                   ,
  tolls                      ,
)         {
  const { calendar, runs } = terms
  const sign = runs === 'before' ? -1 : 1
  if (counts === 'workingDays') {
    const isCounted = (day        ) => !tolls.some((toll) => toll.from <= day && day < toll.to)
    const counted = workingDaysLater(from, sign * (length.days ?? 0), calendar, isCounted)
    const skipped = tolls.filter((toll) => toll.from <= counted && toll.to > dayLater(from))
    return { length, counts, counted, day: givenWay(counted, terms), skipped }
  }
  let counted = plainly(from, length, sign)
  const skipped              = []
  for (const toll of tolls) {
    const first = [toll.from, dayLater(from)].toSorted().at(-1)
    if (first > givenWay(counted, terms) || toll.to <= first) continue
    // Where every day had been counted, it has the days in which it gives way still before it.
    counted = first > counted ? toll.to : dayLater(counted, wholeDaysBetween(first, toll.to))
    skipped.push({ ...toll, from: first })
  }
  return { length, counts, counted, day: givenWay(counted, terms), skipped }
}
function plainly(from        , { days, weeks, months, years }        , sign        )         {
  if (days !== undefined) return dayLater(from, sign * days)
  if (weeks !== undefined) return dayLater(from, sign * weeks * 7)
  return monthsLater(from, sign * (months ?? (years ?? 0) * 12))
}
function givenWay(day        , { lastDay, calendar, runs }       )         {
  const direction = lastDay ?? (runs === 'before' ? 'previous' : 'next')
  return direction === 'stays' ? day : workingDayFrom(day, direction === 'next' ? 1 : -1, calendar)
}
/** In their order, and those that overlap as one. */
function merged(tolls                      )              {
  const inOrder = tolls.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const found              = []
  for (const toll of inOrder) {
    const last = found.at(-1)
    if (!last || last.to < toll.from) {
      found.push({ ...toll })
      continue
    }
    if (last.to < toll.to) last.to = toll.to
    if (!last.why.includes(toll.why)) last.why = `${last.why} ${toll.why}`
  }
  return found
}
return { reckonDeadline }
})()

const coreTimeFiledOn = (() => {
const { longDay } = coreTimeCalendarDays
const { lengthInWords } = coreTimeDeadlineWords
const { dayLater } = coreTimeMoments
const { workingDaysLater } = coreTimeWorkingDays
/** Something that came in: the day of its receipt, how it came, and its postmark where that is known. */
/** The day on which something counts as filed, and why. */
function filedOn(
  { receivedOn, channel, postmark }         ,
  mailbox                         ,
  calendar                 ,
)                               {
  const received = `It was received on ${longDay(receivedOn)}`
  const isMailed = mailbox !== undefined && channel !== undefined && mailbox.channels.includes(channel)
  if (!isMailed) return { day: receivedOn, why: `${received}.` }
  // A postmark after the day of receipt is a mistake of whoever read it.
  if (postmark !== undefined && postmark <= receivedOn)
    return { day: postmark, why: `${received} and is postmarked ${longDay(postmark)}.` }
  const { presumedDays, counts } = mailbox
  const day =
    counts === 'workingDays'
      ? workingDaysLater(receivedOn, -presumedDays, calendar)
      : dayLater(receivedOn, -presumedDays)
  const presumed = lengthInWords({ days: presumedDays }, counts)
  return {
    day,
    why: `${received} without a postmark, and is presumed to have been posted ${presumed} before, on ${longDay(day)}.`,
  }
}
return { filedOn }
})()

const coreWorkStandstills = (() => {
const { dayShownIn } = coreTimeDaysInZone
const { aboutOf, isOfOtherKind } = coreWorkAbout
const { knownEvents } = coreWorkHappened
/** Whether the state of the work tells when it begins and ends, also where no deadline ran. */
const isTold = ({ from, until }        )          => [from, ...until].every(isKept)
function isKept({ event, task, outcome, timer, where = {} }          )          {
  const known = knownEvents.find((one) => one.event === event)
  const named = [...(task ? ['type'] : []), ...(outcome ? ['outcome'] : []), ...Object.keys(where)]
  return known !== undefined && timer === undefined && named.every((field) => known.fields.includes(field))
}
/**
 * What makes a deadline stand still as things are now, beside what is known of that: a reason that began before it was
 * set, or while the case was closed, counts as any other.
 */
function standstillsOf(
  state           ,
  { profile }                          ,
  { tolledBy = [] }                                 ,
  known                  = [],
)         {
  const dayOf = ({ at }          ) => dayShownIn(new Date(at), profile.deadlines.timeZone)
  const tolls = [...known]
  for (const reason of tolledBy.filter(isTold)) {
    const { why } = reason
    const begun = state.happened.filter((one) => isMeant(reason.from, one))
    const settled = begun.map((one) => settledBy(state, one, reason))
    const [since] = begun
      .filter((_, index) => !settled[index])
      .map(dayOf)
      .toSorted()
    const ended = settled.flatMap((one) => (one ? [dayOf(one)] : [])).toSorted()
    const open = tolls.findIndex((toll) => toll.why === why && toll.to === undefined)
    const toll = tolls[open]
    const to = ended.at(-1)
    if (since !== undefined && !toll) tolls.push({ from: since, why })
    if (since === undefined && toll && to !== undefined) tolls[open] = { ...toll, to }
  }
  return tolls
}
/** What is about something else of the same kind, as the death of another party is, settles nothing. */
function settledBy(state           , begun          , { until }        )                       {
  // In the order in which each last happened.
  const since = state.happened.slice(state.happened.indexOf(begun) + 1)
  const ends = until.flatMap((occasion) =>
    since.filter((one) => isMeant(occasion, one)).map((one) => ({ one, occasion })),
  )
  const own = ends.find(({ one: { about } }) => about === undefined || about === begun.about)
  const other = ends.find(
    ({ one: { about = '' }, occasion }) =>
      isOfOtherKind(about, begun.about) && !isAwaited(state, begun, occasion),
  )
  return (own ?? other)?.one
}
/** Whether a task that ends it is open about this very thing. */
function isAwaited(state           , { about }          , { task = [] }          )          {
  return state.tasks.some((one) => task.includes(one.type) && aboutOf(state, one) === about)
}
function isMeant({ event, task, outcome, where = {} }          , { event: type, fields }          )          {
  if (event !== type) return false
  if (task && !task.includes(fields.type ?? '')) return false
  if (outcome && !outcome.includes(fields.outcome ?? '')) return false
  return Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(fields[field] ?? '') : fields[field] === value,
  )
}
return { isTold, standstillsOf }
})()

const coreWorkReckon = (() => {
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayShownIn } = coreTimeDaysInZone
const { reckonDeadline } = coreTimeDeadline
const { filedOn } = coreTimeFiledOn
const { daysLater } = coreTimeMoments
const { standstillsOf } = coreWorkStandstills
const timerOf = ({ profile }       , name        )                            =>
  profile.timers.find((timer) => timer.name === name)
const dayOfBoard = ({ profile }       , at               )         =>
  dayShownIn(new Date(at), profile.deadlines.timeZone)
/** How the profile counts, with its calendar and zone. */
function termsOf(
  { deadlines, calendars }                                          ,
  {
    length,
    counts,
    lastDay,
    calendar: named = deadlines.calendar,
  }                                                                             ,
)        {
  const calendar = calendars.find(({ name }) => name === named)
  if (!calendar) throw new Error(`the profile has no calendar ${named}`)
  return { length, counts, lastDay, calendar, timeZone: deadlines.timeZone }
}
const manyDays = (count        ) => (count === 1 ? '1 day' : `${count} days`)
/** What a timer of the profile is set to: by its length and facts, or by the clock if it has days. */
/** The event that sets it, and what that is about. */
function setOf(state           , context         , name        , occasion          )           {
  const timer = timerOf(context, name)
  if (timer?.length === undefined) {
    const days = timer?.days ?? 0
    return {
      due: daysLater(context.at, days).toISOString(),
      why: `${manyDays(days)} from when it was set.`,
    }
  }
  const from = startOf(state, context, timer, occasion)
  const isMailed = from.of !== undefined && state.days.letters[from.of]?.channel === 'mail'
  const extensions =
    timer.whenMailed && isMailed ? [{ by: timer.whenMailed, why: 'It was sent by mail.' }] : undefined
  const standing = standstillsOf(state, context, timer)
  const tolls = standing.length > 0 ? standing : undefined
  return reckoned(
    context,
    { ...timer, length: timer.length },
    { from, ...withoutUndefined({ extensions, tolls }) },
  )
}
/** The same with its last day and the reason worked out. */
function reckoned(
  { profile }       ,
  timer                                    ,
  {
    from,
    extensions,
    tolls,
  }                                                                                  ,
)           {
  const start = { day: from.day, called: factInWords(from.fact) }
  const changes = withoutUndefined({ extensions, tolls })
  const found = reckonDeadline(termsOf(profile, timer), start, changes)
  return { deadline: timer.name, ...found, from, ...changes }
}
const facts                         = {
  receipt: 'receipt',
  notice: 'the notice',
  mailing: 'mailing',
  session: 'the session',
  remand: 'the remand',
  mandate: 'the mandate of the court',
  start: 'when it was set',
}
/** `case.docketed` is the event “case docketed”. */
const factInWords = (fact        )         =>
  facts[fact] ?? `the event “${fact.replace('.', ' ').toLowerCase()}”`
/** The first fact of the timer that is known of what it is about; else the day on which it is set. */
function startOf(
  state           ,
  context         ,
  { name, runsFrom = [] }               ,
  occasion          ,
)       {
  for (const fact of runsFrom) {
    const found = factOf(state, context, fact, occasion, name)
    if (found) return found
  }
  return { fact: 'start', day: dayOfBoard(context, context.at) }
}
/** A fact that goes before the one from which a deadline runs so far, and is known by now. */
function betterStart(
  state           ,
  context       ,
  { name, runsFrom = [] }               ,
  { from, occasion }                                    ,
)                   {
  const before = runsFrom.slice(0, Math.max(0, runsFrom.indexOf(from.fact)))
  for (const fact of before) {
    const found = factOf(state, context, fact, occasion, name)
    if (found) return found
  }
  return undefined
}
function factOf(
  state           ,
  context       ,
  fact        ,
  { trigger, about: subject }          ,
  timer        ,
)                   {
  const about = fact === 'mailing' ? (letterAwaited(state, context, timer, subject) ?? subject) : subject
  const day = dayOfFact(state, context, fact, about)
  if (day !== undefined)
    return { fact, day, ...withoutUndefined({ of: isOfThing(fact) ? about : undefined }) }
  return fact === trigger.type ? { fact, day: dayOfBoard(context, trigger.at) } : undefined
}
const isOfThing = (fact        ) => ['session', 'mailing', 'notice', 'remand', 'mandate'].includes(fact)
/** The last letter since a court's remand was recorded whose answer is awaited for as long as the timer runs. */
function letterAwaited(
  { days }           ,
  { profile }       ,
  timer        ,
  about                    ,
)                     {
  const { receivedAt } = days.remands[about ?? ''] ?? {}
  if (receivedAt === undefined) return undefined
  const awaits = profile.letters.filter(({ answerWindow }) => answerWindow === timer).map(({ name }) => name)
  return Object.entries(days.letters).findLast(
    ([, { letter = '', writtenAt = '' }]) => awaits.includes(letter) && writtenAt >= receivedAt,
  )?.[0]
}
/** As it is known now. */
function dayOfFact(
  { days, receiptDate, sessions, workProduct, away }           ,
  context       ,
  fact        ,
  of                    ,
)                     {
  const letter = of === undefined ? undefined : days.letters[of]
  switch (fact) {
    case 'receipt':
      return receiptDate ?? undefined
    case 'session': {
      const session = of === undefined ? undefined : days.sessions[of]
      if (!session) return undefined
      if (session.on !== undefined) return session.on
      if (sessions[of ?? ''] !== 'withdrawn') return session.slotDay
      return session.endedAt && dayOfBoard(context, session.endedAt)
    }
    case 'remand': {
      const { sentAt } = days.remands[of ?? away.at(-1) ?? ''] ?? {}
      return sentAt && dayOfBoard(context, sentAt)
    }
    case 'mandate':
      return days.remands[of ?? '']?.mandateOn
    case 'mailing':
      return letter?.sentAt === undefined ? letter?.date : dayOfBoard(context, letter.sentAt)
    case 'notice': {
      const { 'workProduct.released': releasedAt } = days.events
      if (letter) return letter.date
      return workProduct && releasedAt !== undefined ? dayOfBoard(context, releasedAt) : undefined
    }
    case 'start':
      return undefined
    default: {
      const at = days.events[fact]
      return at === undefined ? undefined : dayOfBoard(context, at)
    }
  }
}
/** When a task of this type is due if it is opened now. */
function dueByType(
  context         ,
  {
    due,
    dueDays,
  }                                                                                                         ,
)                                                        {
  if (due) {
    const start = { day: dayOfBoard(context, context.at), called: 'its opening' }
    const found           = reckonDeadline(termsOf(context.profile, due), start)
    return found.due === undefined ? undefined : { deadline: found.due, deadlineWhy: found.why }
  }
  if (dueDays === undefined) return undefined
  return {
    deadline: daysLater(context.at, dueDays).toISOString(),
    deadlineWhy: `${manyDays(dueDays)} from when it was opened.`,
  }
}
/** Whether something arrived in a window of the case, by the mailbox rule; undefined if there was none. */
function timelinessOf(
  { timers, pastDeadlines }           ,
  { profile }       ,
  name        ,
  arrival         ,
) {
  const { deadlines, calendars } = profile
  const window = [...pastDeadlines, ...timers].findLast(({ deadline, from }) => deadline === name && from)
  const timer = timerOf({ profile }, name)
  const calendar = calendars.find((one) => one.name === (timer?.calendar ?? deadlines.calendar))
  if (!window || !timer || !calendar) return undefined
  const { day, why: whyDay = '' } = window
  const filed = filedOn(arrival, deadlines.mailbox, calendar)
  const isInTime = day === undefined || filed.day <= day
  const verdict = isInTime ? `In time for “${timer.label}”.` : `Too late for “${timer.label}”.`
  return {
    deadline: name,
    isInTime,
    filedOn: filed.day,
    ...withoutUndefined({ day }),
    why: `${verdict} ${filed.why} ${whyDay}`.trim(),
  }
}
return { timerOf, dayOfBoard, termsOf, setOf, reckoned, factInWords, betterStart, dayOfFact, dueByType, timelinessOf }
})()

const coreWorkDeadlines = (() => {
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
const { longDay } = coreTimeCalendarDays
const { startOfDayIn } = coreTimeDaysInZone
const { reckonDeadline } = coreTimeDeadline
const { daysEarlier, earliest, hourMs, msBetween, msEarlier } = coreTimeMoments
const { named, setTimer, stopTimers, taskTypeOf } = coreWorkDraft
const { dayOfBoard, dueByType, termsOf, timerOf } = coreWorkReckon
const { isPending } = coreWorkState
/** When a task is due, and when it would be if it concerned no session. */
/** By its type, but before the session that it concerns. One that was given is kept. */
function dueOf(
  draft       ,
  task                                                                                               ,
)      {
  const { context, state } = draft
  if (task.deadline !== undefined)
    return { deadline: task.deadline, ...withoutUndefined({ deadlineWhy: task.deadlineWhy }) }
  const usual = dueByType(context, taskTypeOf(context, task.type) ?? {})
  if (!usual) return {}
  const sessionId = sessionConcerned(state, task)
  const deadline = beforeSession(draft, sessionId, usual.deadline)
  if (deadline === usual.deadline) return usual
  const deadlineWhy = beforeSessionWords(draft, sessionId)
  return { deadline, deadlineWhy, usualDeadline: usual.deadline, usualWhy: usual.deadlineWhy }
}
/** The session that a task concerns: its own, or that of the nearest task above it. */
function sessionConcerned({ sessions, tasks }           , task           )                     {
  let at                        = task
  while (at) {
    const { about = '', sessionId, parentId }            = at
    if (sessionId !== undefined) return sessionId
    if (Object.hasOwn(sessions, about)) return about
    at = tasks.find(({ id }) => id === parentId)
  }
  return undefined
}
/** The session of an event that is about something else, as a letter is that tells of its date. */
function sessionIn({ sessions }           , data         )                     {
  const { sessionId, about } = (data ?? {})
  return [sessionId, about].find((id)               => typeof id === 'string' && Object.hasOwn(sessions, id))
}
/** The session that mail is about which comes while one is pending: the next that has a date. */
function pendingSession({ sessions, sessionStarts }           )                     {
  const pending = Object.keys(sessions).filter((id) => isPending(sessions[id] ?? ''))
  const dated = pending.filter((id) => sessions[id] === 'scheduled' && sessionStarts[id] !== undefined)
  const inOrder = dated.toSorted((one, other) =>
    msBetween(sessionStarts[other] ?? '', sessionStarts[one] ?? ''),
  )
  return inOrder[0] ?? pending[0]
}
/** A session has another date, or none: what is to be done about it is due by the new one. */
function followSession(draft       , sessionId        ) {
  const { tasks } = draft.state
  for (const task of tasks.filter((one) => sessionConcerned(draft.state, one) === sessionId)) {
    const { deadline: was, usualDeadline: usual = was } = task
    if (was === undefined || usual === undefined) continue
    const deadline = beforeSession(draft, sessionId, usual)
    if (deadline === was) continue
    const why =
      draft.state.sessions[sessionId] === 'scheduled'
        ? 'The session it concerns has another date.'
        : 'The session it concerns has no date any more.'
    const usualWhy = task.usualDeadline === undefined ? task.deadlineWhy : task.usualWhy
    const deadlineWhy = deadline === usual ? usualWhy : beforeSessionWords(draft, sessionId)
    const data = { ...named(draft, task), deadline, was, why, ...withoutUndefined({ deadlineWhy }) }
    draft.add({ type: 'task.deadlineMoved', subject: task.id, data })
    warnBefore(draft, { ...task, deadline })
  }
}
/** What is to be done about a session that is to come is due before it: a day, or where that is past an hour. */
function beforeSession({ state, context: { at } }       , sessionId = '', usual        )         {
  const startsAt = state.sessions[sessionId] === 'scheduled' ? state.sessionStarts[sessionId] : undefined
  if (startsAt === undefined || Date.parse(startsAt) <= at.getTime()) return usual
  const [latest = startsAt] = [daysEarlier(startsAt, 1), msEarlier(startsAt, hourMs)].filter(
    (moment) => moment > at,
  )
  return earliest(latest, usual).toISOString()
}
function beforeSessionWords({ state, context }       , sessionId = '')         {
  const startsAt = state.sessionStarts[sessionId] ?? ''
  return `Before the session that it concerns, on ${longDay(dayOfBoard(context, startsAt))}.`
}
/** A task opened close to its deadline needs no warning. */
function warnBefore(
  draft       ,
  { id: taskId, type, deadline }                                                      ,
) {
  const { profile, at } = draft.context
  const { deadlineWarning: name } = profile
  stopTimers(draft, (timer) => timer.taskId === taskId && timer.name === name)
  const due = warnedOn(draft, type, deadline)
  if (due === undefined || due <= at) return
  const timerId = derivedId('timer', { id: taskId, at: at.toISOString() }, name)
  setTimer(draft, { timerId, name, taskId, due: due.toISOString() })
}
/** By the clock, or from the beginning of a day on, as the profile counts. */
function warnedOn({ context }       , type        , deadline        )                   {
  const { profile } = context
  const { warnDays } = taskTypeOf(context, type) ?? {}
  const timer = timerOf(context, profile.deadlineWarning)
  if (timer?.length === undefined) {
    const days = warnDays ?? timer?.days
    return days === undefined ? undefined : daysEarlier(deadline, days)
  }
  const length = warnDays === undefined ? timer.length : { days: warnDays }
  const terms = termsOf(profile, { ...timer, length, lastDay: timer.lastDay ?? 'stays' })
  const start = { day: dayOfBoard(context, deadline), called: 'the deadline' }
  const { day } = reckonDeadline({ ...terms, runs: 'before' }, start)
  return day === undefined ? undefined : startOfDayIn(day, profile.deadlines.timeZone)
}
return { dueOf, sessionConcerned, sessionIn, pendingSession, followSession, warnBefore }
})()

const coreWorkOpenTask = (() => {
const { withoutUndefined } = coreKernelWithoutUndefined
const { dueOf, warnBefore } = coreWorkDeadlines
const { hold, holdTimer, stopTimers, taskTypeOf, teamAssignee, waitingForChildren } = coreWorkDraft
/** Opens a task and puts its parent on hold. */
function openTask(draft       , task         ) {
  const { taskId, type, parentId, about, instructions, alias, continues, since } = task
  const { context } = draft
  const { team } = taskTypeOf(context, type) ?? {}
  const assignee = task.assignee ?? (team === undefined ? undefined : teamAssignee(context, team))
  const sessionId = task.sessionId === about ? undefined : task.sessionId
  const due = dueOf(draft, task)
  draft.add({
    type: 'task.opened',
    subject: taskId,
    data: {
      taskId,
      type,
      ...withoutUndefined({ parentId, about, sessionId, assignee, instructions }),
      ...due,
      ...withoutUndefined({ alias, continues: continues?.id }),
      ...(continues?.isMail ? { isMail: true          } : {}),
      ...withoutUndefined({ since }),
    },
  })
  if (due.deadline !== undefined) warnBefore(draft, { id: taskId, type, deadline: due.deadline })
  const parent = draft.state.tasks.find(({ id }) => id === parentId)
  if (!parent) return
  // The date no longer applies: the parent resumes when its children are closed.
  stopTimers(draft, ({ taskId, name }) => taskId === parent.id && name === holdTimer)
  if (parent.status !== 'onHold' || parent.heldUntil !== undefined) hold(draft, parent, waitingForChildren)
}
return { openTask }
})()

const coreWorkOpenedBy = (() => {
const opening = (steps                     , type        )          =>
  steps.filter((step)                => 'open' in step && step.open === type)
/** The steps of rules that open tasks of a type. */
function opensOf({ rules }          , type        )          {
  return rules.flatMap((rule) => opening(rule.do, type))
}
/** The parents under which rules open tasks of a type. */
function parentTypesOf(workflow          , type        )           {
  return opensOf(workflow, type).flatMap(({ under }) => (under === undefined ? [] : [under]))
}
/** Whether it exists from the opening of the case. */
function opensAtOnce({ rules }          , type        )          {
  return rules.some(({ on, do: steps }) => on.event === 'case.opened' && opening(steps, type).length > 0)
}
const more = /^(session|delivery|effectuation|workProduct)\./
/** Whether only rules open it, on events of a session or decision, or after such a task. */
function standsOnMore(workflow          , type        , seen                    = [])          {
  if (seen.includes(type)) return true
  const rules = workflow.rules.filter(({ do: steps }) => opening(steps, type).length > 0)
  if (rules.length === 0) return false
  return rules.every(({ on }) => {
    if (more.test(on.event)) return true
    const before = on.event.startsWith('task.') ? (on.task ?? []) : []
    return before.length > 0 && before.every((name) => standsOnMore(workflow, name, [...seen, type]))
  })
}
return { opensOf, parentTypesOf, opensAtOnce, standsOnMore }
})()

const coreWorkBring = (() => {
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { endTask, hold, holdTimer, named, setTimer, taskTypeOf, teamAssignee, workflowOf } = coreWorkDraft
const { openTask } = coreWorkOpenTask
const { opensAtOnce, opensOf, parentTypesOf, standsOnMore } = coreWorkOpenedBy
/** Resumes an imported case where it stood: closed, or on its docket. No rule is triggered. */
function bring(draft       , opening         ) {
  const { caseId, context } = draft
  const { docket, docketDate, closed } = opening.data.brought ?? {}
  const { root } = workflowOf(context, draft.state.caseType)
  const rootId = derivedId('task', opening, 'brought root')
  openTask(draft, { taskId: rootId, type: root })
  if (docket !== undefined) {
    const date = docketDate ?? draft.state.receiptDate ?? opening.at.slice(0, 10)
    const data = { docket, docketDate: date, findings: [], isBrought: true          }
    draft.add({ type: 'case.docketed', subject: caseId, data })
  }
  const opened = draft.state.tasks.find(({ id }) => id === rootId)
  if (closed && opened) {
    // Later tasks go under its root, as on any closed case.
    draft.add({ type: 'task.completed', subject: rootId, data: named(draft, opened) })
    draft.add({ type: 'case.closed', subject: caseId, data: { ...closed, isBrought: true } })
    return
  }
  const { taskType } = context.profile.distribution
  openTask(draft, { taskId: derivedId('task', opening, 'brought'), type: taskType, parentId: rootId })
}
/**
 * A task that was open elsewhere. Of the steps of which only one is open at a time it is the one; it stands under an
 * open task that may have such a one under it, or else under the root.
 */
function bringTask(draft       , { taskId, taskType, team, ...more }             ) {
  const { context, state } = draft
  const type = taskTypeOf(context, taskType)
  if (!type) throw new Refusal('invalid', `There is no task type ${taskType} in the profile.`)
  if (team !== undefined && !context.profile.teams.some(({ name }) => name === team))
    throw new Refusal('invalid', `There is no team ${team} in the profile.`)
  if (state.isClosed || state.rootId === null)
    throw new Refusal('stateForbids', 'The case is closed: no task of it is open.')
  if (state.tasks.some((task) => task.type === taskType && task.about === undefined))
    throw new Refusal('conflict', `The case has an open task of the type ${taskType} already.`)
  const workflow = workflowOf(context, state.caseType)
  if (standsOnMore(workflow, taskType))
    throw new Refusal(
      'stateForbids',
      `“${type.label}” depends on a session or a signed decision and is opened automatically: it cannot be loaded.`,
    )
  if (type.isExclusive && state.docket === null && !opensAtOnce(workflow, taskType))
    throw new Refusal(
      'stateForbids',
      `“${type.label}” comes after the docket: the row of its case must have docket.`,
    )
  const step = type.isExclusive
    ? state.tasks.find((task) => taskTypeOf(context, task.type)?.isExclusive)
    : undefined
  const assignee = team === undefined ? undefined : teamAssignee(context, team)
  if (step) endTask(draft, step, { as: 'cancelled', why: 'The case was at another step when it was loaded.' })
  const parentId = parentFor(draft, taskType)
  const deadlineWhy = more.deadline === undefined ? undefined : 'It was loaded with this date.'
  openTask(draft, { taskId, type: taskType, parentId, assignee, ...more, deadlineWhy })
  const waits = opensOf(workflow, taskType).some(({ holdFor, holdDays }) => holdFor ?? holdDays)
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (!waits || !task || more.deadline === undefined) return
  hold(draft, task, 'It waits until then.', more.deadline)
  const timerId = derivedId('timer', { id: taskId, at: context.at.toISOString() }, holdTimer)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: more.deadline })
}
/** Where rules or people would open it, so that what must wait for it does. */
function parentFor({ context, state }       , taskType        )         {
  const { profile } = context
  const above = profile.taskTypes.filter(({ children }) => children?.includes(taskType))
  const blocks = profile.mailTypes.some((row) => row.taskType === taskType && row.blocksDistribution)
  const under = [
    ...above.map(({ name }) => name),
    ...parentTypesOf(workflowOf(context, state.caseType), taskType),
    ...(blocks ? [profile.distribution.taskType] : []),
  ]
  const parent = state.tasks.findLast(({ type }) => under.includes(type))
  if (parent) return parent.id
  if (above.length > 0) {
    const label = taskTypeOf(context, taskType)?.label ?? taskType
    const labels = above.map(({ name }) => name).join(', ')
    throw new Refusal(
      'stateForbids',
      `“${label}” belongs under another task: load that one first (${labels}).`,
    )
  }
  return state.rootId ?? ''
}
return { bring, bringTask }
})()

const coreWorkCompletion = (() => {
const { aboutOf } = coreWorkAbout
const { neededFor } = coreWorkActions
const { sessionConcerned } = coreWorkDeadlines
const { taskTypeOf } = coreWorkDraft
/** What must be so before a task of a type is completed by hand; one for drafting needs a draft, if the profile says nothing. */
function completionOf(type        , profile         )                         {
  const known = taskTypeOf({ profile }, type)
  if (known?.completesWhen || !neededFor(type, profile).includes('draft')) return known?.completesWhen
  return {
    workProduct: ['inReview', 'signed', 'cleared', 'released'],
    otherwise: 'No work product has been submitted.',
  }
}
/** What a task still lacks to be completed so, in a sentence, and whether a note makes up for it. */
function lackingOf(
  task          ,
  outcome                    ,
  { state, profile }                                        ,
)                                               {
  const needed = completionOf(task.type, profile)
  if (!needed || (needed.outcomes && !needed.outcomes.includes(outcome ?? ''))) return undefined
  const { workProduct, effectuation, happened, otherwise, orNote = false } = needed
  const isDone =
    (!workProduct || workProduct.some((status) => status === state.workProduct?.status)) &&
    (!effectuation || effectuation.includes(state.effectuation)) &&
    (!happened || happened.some((happening) => hasHappened(happening, task, needed, state)))
  if (isDone) return undefined
  const label = taskTypeOf({ profile }, task.type)?.label ?? task.type
  return { why: `“${label}” cannot be completed. ${otherwise}`, orNote }
}
function hasHappened(
  { event, where = {}, isAboutSame }           ,
  task          ,
  { sinceSession }            ,
  state           ,
)          {
  const about = aboutOf(state, task)
  const session = sinceSession ? sessionConcerned(state, task) : undefined
  const begins = [task.openedAt, session && state.sessionStarts[session]]
  const since = Math.min(...begins.flatMap((moment) => (moment ? Date.parse(moment) : [])))
  return state.happened.some(
    (one) =>
      one.event === event &&
      Date.parse(one.at) >= since &&
      (!isAboutSame || one.about === about) &&
      Object.entries(where).every(([field, values]) => values.includes(one.fields[field] ?? null)),
  )
}
return { completionOf, lackingOf }
})()

const coreWorkMail = (() => {
const { Refusal } = coreKernelDecider
const { namesOf, unknownWord } = coreKernelKnownWords
const { withoutUndefined } = coreKernelWithoutUndefined
const { pendingSession } = coreWorkDeadlines
const { isMail, outlives, taskTypeOf, teamAssignee } = coreWorkDraft
const { openTask } = coreWorkOpenTask
const { timelinessOf } = coreWorkReckon
const { isPending } = coreWorkState
const conditions                                                       = {
  sessionPending: hasPendingSession,
  caseClosed: ({ isClosed }) => isClosed,
  dispatched: ({ workProduct }) => workProduct?.status === 'released',
}
/** The session that a condition is about. */
const sessionBehind                                                                           = {
  sessionPending: pendingSession,
}
/** A piece of mail opens the task of its type, assigned by the first matching route. */
function routeMail(draft       , piece           ) {
  const { mailType, documentId, newTaskId, about = documentId, arrival } = piece
  const { context, caseId } = draft
  const { mailTypes } = context.profile
  const row = mailTypes.find(({ name }) => name === mailType)
  if (!row) throw new Refusal('invalid', unknownWord('mail type', mailType, namesOf(mailTypes)))
  if (draft.state.isClosed && !row.allowedOnClosed) {
    throw new Refusal('stateForbids', `The case is closed: “${row.label}” is not accepted on a closed case.`)
  }
  const parentId = parentFor(draft, row)
  if (parentId === undefined) throw new Refusal('stateForbids', 'No work has begun on this case yet.')
  const held = conditionsOf(draft.state)
  const route = routeUnder(row.routes, held)
  if (!route) throw new Error(`the mail type ${mailType} has no route that holds`)
  const timeliness =
    row.judgedBy === undefined || !arrival
      ? undefined
      : timelinessOf(draft.state, context, row.judgedBy, arrival)
  const said = [piece.instructions, timeliness?.why].filter((text) => text !== undefined).join('\n\n')
  const instructions = said || undefined
  const data = {
    mailType,
    ...(documentId === undefined ? {} : { documentId }),
    taskId: newTaskId,
    ...(route.when === undefined ? {} : { because: route.when }),
    team: route.team,
    conditions: held,
    ...(arrival
      ? withoutUndefined({
          receiptDate: arrival.receivedOn,
          channel: arrival.channel,
          postmarkDate: arrival.postmark,
        })
      : {}),
    ...(timeliness ? { timeliness } : {}),
  }
  draft.add({ type: 'mail.routed', subject: documentId ?? caseId, data })
  const last = route.toLastAssignee ? draft.state.lastHolder : null
  const assignee = last ?? teamAssignee(context, route.team)
  const { sessionId = route.when && sessionBehind[route.when]?.(draft.state) } = piece
  openTask(draft, {
    ...{ taskId: newTaskId, type: row.taskType, parentId, about, sessionId, assignee, instructions },
  })
}
/** What a party sent is worked before a case ends, unless the profile lets it outlive the case. */
function refuseUnworkedMail(draft       ) {
  const { state, context } = draft
  const unworked = state.tasks.filter((task) => isMail(draft, task) && !outlives(draft, task))
  if (unworked.length === 0) return
  const labels = [...new Set(unworked.map(({ type }) => `“${taskTypeOf(context, type)?.label ?? type}”`))]
  const [is, it] = unworked.length === 1 ? ['is', 'it'] : ['are', 'them']
  throw new Refusal(
    'stateForbids',
    `${labels.join(', ')} ${is} still open: complete ${it} first, because mail is worked before a case ends.`,
  )
}
/** A task that blocks distribution is opened under it, so that it waits. */
function parentFor({ state, context }       , { blocksDistribution }          )                     {
  const { taskType } = context.profile.distribution
  const blocked = blocksDistribution ? state.tasks.findLast(({ type }) => type === taskType) : undefined
  return blocked?.id ?? state.rootId ?? undefined
}
/** The first route whose condition holds. */
function routeUnder(
  routes                      ,
  held                          ,
)                        {
  return routes.find(({ when }) => when === undefined || held.includes(when))
}
/** What holds of a case, of all that a route may depend on. */
function conditionsOf(state           )                  {
  return (Object.keys(conditions)                   ).filter((condition) => conditions[condition](state))
}
function hasPendingSession({ sessions, tasks }           )          {
  return Object.entries(sessions).some(([id, status]) => {
    // After a no-show it stays pending while a task about it is open.
    if (status === 'noShow') return tasks.some(({ about }) => about === id)
    return isPending(status)
  })
}
return { routeMail, refuseUnworkedMail, parentFor, routeUnder, conditionsOf }
})()

const coreWorkHandOverMail = (() => {
const { derivedId } = coreKernelIds
const { childrenOf, hold, holdTimer, isMail, named, setTimer, stopTimers } = coreWorkDraft
const { parentFor } = coreWorkMail
const { openTask } = coreWorkOpenTask
/** A task of the case that this one continues, under the IDs that it has here. */
/** What a party sent is worked in the case that goes on, with all that was begun for it: it is open in one of the two. */
function handOverMail(draft       , goesOnAs        ) {
  for (const task of draft.state.tasks.filter((one) => isMail(draft, one))) handOver(draft, task, goesOnAs)
}
function handOver(draft       , task          , goesOnAs        ) {
  // With the task that it stood under.
  if (!draft.state.tasks.some(({ id }) => id === task.id)) return
  for (const child of childrenOf(draft.state, task.id)) handOver(draft, child, goesOnAs)
  stopTimers(draft, ({ taskId }) => taskId === task.id)
  const goesOn = { caseId: goesOnAs, taskId: nameThere(task, goesOnAs) }
  const { status, heldUntil } = task
  const stood = { status, ...(heldUntil === undefined ? {} : { until: heldUntil }) }
  draft.add({ type: 'task.handedOver', subject: task.id, data: { ...named(draft, task), goesOn, ...stood } })
}
const nameThere = ({ id, openedAt }          , goesOnAs        ) =>
  derivedId('task', { id: goesOnAs, at: openedAt }, id)
function takeOverMail(draft       , tasks                       ) {
  for (const { status, heldUntil, isMail, continues, parentId, ...task } of tasks) {
    const { taskId } = task
    const parent = parentId ?? placeOf(draft, task.type)
    if (parent === undefined) continue
    openTask(draft, { ...task, parentId: parent, continues: { id: continues, isMail } })
    const opened = draft.state.tasks.find(({ id }) => id === taskId)
    if (!opened) continue
    if (status === 'inProgress')
      draft.add({ type: 'task.started', subject: taskId, data: named(draft, opened) })
    if (status === 'onHold' && heldUntil !== undefined) {
      hold(draft, opened, 'It waits until then.', heldUntil)
      const timerId = derivedId('timer', { id: taskId, at: draft.context.at.toISOString() }, holdTimer)
      setTimer(draft, { timerId, name: holdTimer, taskId, due: heldUntil })
    }
  }
}
function placeOf(draft       , taskType        )                     {
  const row = draft.context.profile.mailTypes.find((one) => one.taskType === taskType)
  return row ? parentFor(draft, row) : (draft.state.rootId ?? undefined)
}
return { handOverMail, takeOverMail }
})()

const coreWorkJudgeMail = (() => {
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
const { longDay } = coreTimeCalendarDays
const { named, teamAssignee } = coreWorkDraft
const { conditionsOf, parentFor, routeUnder } = coreWorkMail
const { openTask } = coreWorkOpenTask
const { timelinessOf } = coreWorkReckon
/** The day on which a document came was corrected: what was judged by it is judged anew. */
function judgeDocumentAgain(
  draft       ,
  { documentId, receivedOn, trigger }                                                              ,
) {
  for (const mail of draft.state.judged.filter((one) => one.documentId === documentId)) {
    const was = mail.arrival.receivedOn
    if (was === receivedOn) continue
    const because = `It was received on ${longDay(receivedOn)}, not on ${longDay(was)}.`
    judge(draft, { ...mail, arrival: { ...mail.arrival, receivedOn } }, { because, trigger })
  }
}
/** Windows have other days: what was judged by one of them is judged anew. */
function judgeMailAgain(draft       , trigger         ) {
  for (const mail of draft.state.judged) {
    const because = 'The last day of the window was changed.'
    judge(draft, mail, { because, trigger })
  }
}
function judge(draft       , mail            , { because, trigger }                                       ) {
  const { context, state } = draft
  const { mailType, documentId, arrival, timeliness: was } = mail
  const timeliness = timelinessOf(state, context, was.deadline, arrival)
  if (!timeliness || timeliness.why === was.why) return
  const open = state.tasks.find(({ id }) => id === mail.taskId)
  const again = open || timeliness.isInTime === was.isInTime ? undefined : placeOf(draft, mailType)
  const taskId = again ? derivedId('task', trigger, `judged ${mail.taskId}`) : mail.taskId
  draft.add({
    type: 'mail.judgedAgain',
    subject: documentId ?? draft.caseId,
    data: {
      mailType,
      ...withoutUndefined({ documentId }),
      taskId,
      ...(again ? { wasTaskId: mail.taskId } : {}),
      receiptDate: arrival.receivedOn,
      was,
      timeliness,
      because,
    },
  })
  const text = `${because} ${timeliness.why}`
  if (open) draft.add({ type: 'task.instructed', subject: open.id, data: { ...named(draft, open), text } })
  if (again)
    openTask(draft, {
      ...again,
      taskId,
      about: documentId,
      instructions: `This was worked when it was judged otherwise: look at it again. ${text}`,
      continues: { id: mail.taskId, isMail: true },
    })
}
/** Where a task for this mail would be opened now; nowhere if the case takes none. */
function placeOf(draft       , mailType        ) {
  const { context, state } = draft
  const row = context.profile.mailTypes.find(({ name }) => name === mailType)
  if (!row || (state.isClosed && !row.allowedOnClosed)) return undefined
  const parentId = parentFor(draft, row)
  const route = routeUnder(row.routes, conditionsOf(state))
  if (parentId === undefined || !route) return undefined
  return { type: row.taskType, parentId, assignee: teamAssignee(context, route.team) }
}
return { judgeDocumentAgain, judgeMailAgain }
})()

const coreWorkAnswersTo = (() => {
/** An event as a rule sees it. */
/** Whether something of the profile is meant by an event: a rule, or what moves a deadline. */
function answersTo(
  { on, do: steps = [] }                                            ,
  trigger         ,
)          {
  const closes = steps.some((step) => 'close' in step)
  const { event, task, outcome, timer, where = {} } = on
  if (event !== trigger.type) return false
  const data = (trigger.data ?? {})
  if (task && !task.includes(String(data.type))) return false
  if (outcome && !outcome.includes(String(data.outcome))) return false
  if (timer !== undefined && data.name !== timer && data.deadline !== timer) return false
  // Mail that is about less than the whole case does not end it.
  const isOfPart = data.scope !== undefined && data.scope !== 'case'
  if (isOfPart && where.scope === undefined && closes) return false
  return Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(String(data[field])) : data[field] === value,
  )
}
return { answersTo }
})()

const coreWorkMoveDeadlines = (() => {
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
const { longDay } = coreTimeCalendarDays
const { answersTo } = coreWorkAnswersTo
const { warnBefore } = coreWorkDeadlines
const { hold, holdTimer, named, namedTimer, setTimer, taskTypeOf } = coreWorkDraft
const { openTask } = coreWorkOpenTask
const { betterStart, dayOfBoard, dayOfFact, factInWords, reckoned, timerOf } = coreWorkReckon
const { isTold, standstillsOf } = coreWorkStandstills
const { withoutReckoning } = coreWorkState
/**
 * Something happened that a deadline depends on: the day from which it runs was corrected, it was extended, or it stands
 * still from now on or no longer. Every deadline that has another day then is moved; one that had passed and has not any
 * more runs again.
 */
function moveDeadlines(draft       , trigger         ) {
  const { timers, pastDeadlines } = draft.state
  for (const timer of timers) move(draft, timer, trigger)
  for (const past of pastDeadlines.filter(({ hasPassed }) => hasPassed)) {
    // Moved while the case was closed.
    if (past.due === undefined || Date.parse(past.due) > draft.context.at.getTime())
      runAgain(draft, past, trigger)
    else move(draft, past, trigger)
  }
}
function move(draft       , timer                      , trigger         ) {
  const { context, state } = draft
  const { deadline, from: before } = timer
  const declared = deadline === undefined ? undefined : timerOf(context, deadline)
  if (declared?.length === undefined || before === undefined) return
  const rules           = { ...declared, length: declared.length }
  const day = dayOfFact(state, context, before.fact, before.of) ?? before.day
  const occasion = { trigger, about: timer.about }
  const better = betterStart(state, context, rules, { from: before, occasion })
  const from = better ?? { ...before, day }
  const told = changedBy(draft, rules, timer, trigger)
  const because = better
    ? `It runs from ${factInWords(better.fact)} on ${longDay(better.day)}.`
    : day === before.day
      ? told.because
      : correctedWords(before.fact, before.day, day)
  if (because === undefined) return
  const now = reckoned(context, rules, { from, ...withoutUndefined(told.changes) })
  // While it stands still, what extends it or stops it once more changes neither its day nor why.
  const isUnchanged = now.day === timer.day && now.why === timer.why
  if (isUnchanged && (now.day !== undefined || told.because === undefined)) return
  const hadPassed = 'hasPassed' in timer
  draft.add({
    type: 'timer.moved',
    subject: timer.id,
    data: {
      ...namedTimer(timer),
      ...now,
      ...withoutUndefined({ wasDay: timer.day }),
      because,
      ...(hadPassed ? { hadPassed } : {}),
    },
  })
  if (hadPassed) return runAgain(draft, { ...withoutReckoning(timer), ...now }, trigger)
  const task = state.tasks.find(({ id }) => id === timer.taskId)
  if (task && timer.name === holdTimer) return hold(draft, task, now.why ?? because, now.due)
  if (task?.deadline !== undefined && task.deadline === timer.due && now.due !== undefined)
    moveTask(
      draft,
      { ...task, deadline: task.deadline },
      { deadline: now.due, why: because, deadlineWhy: now.why },
    )
}
/** The task that is due when the deadline ends. */
function moveTask(
  draft       ,
  task                                 ,
  { deadline, why, deadlineWhy }                                                                    ,
) {
  const data = {
    ...named(draft, task),
    deadline,
    was: task.deadline,
    why,
    ...withoutUndefined({ deadlineWhy }),
  }
  draft.add({ type: 'task.deadlineMoved', subject: task.id, data })
  warnBefore(draft, { ...task, deadline })
}
/** What the deadline has come to: an extension, the begin or the end of a standstill. */
function changedBy(
  { state, context }       ,
  rules          ,
  { extensions = [], tolls = [] }       ,
  trigger         ,
)       {
  const granted = rules.extendedBy?.find(({ on }) => answersTo({ on }, trigger))
  const stood = standstillsOf(state, context, rules, toldOnly(rules, tolls, trigger, context))
  const begun = stood.find(({ why, to }) => !to && !tolls.some((toll) => toll.why === why && !toll.to))
  const ended = stood.find(({ to }, index) => to !== undefined && tolls[index]?.to === undefined)
  const more = granted && {
    by: granted.by,
    why: granted.why,
    ...withoutUndefined({ counts: granted.counts }),
  }
  const list = more ? [...extensions, more] : extensions
  const because = granted?.why ?? begun?.why ?? (ended?.to && `It runs again from ${longDay(ended.to)} on.`)
  return {
    ...withoutUndefined({ because }),
    changes: {
      ...(list.length > 0 ? { extensions: list } : {}),
      ...(stood.length > 0 ? { tolls: stood } : {}),
    },
  }
}
/** With a reason that is told by the event alone, since the work does not keep when such events happened. */
function toldOnly({ tolledBy = [] }          , tolls        , trigger         , context         )         {
  const reasons = tolledBy.filter((reason) => !isTold(reason))
  const meets = (on          ) => answersTo({ on }, trigger)
  const today = dayOfBoard(context, trigger.at)
  const begun = reasons.find(
    ({ from, why }) => meets(from) && !tolls.some((toll) => toll.why === why && !toll.to),
  )
  if (begun) return [...tolls, { from: today, why: begun.why }]
  const ended = tolls.find(
    ({ to, why }) => !to && reasons.some((reason) => reason.why === why && reason.until.some(meets)),
  )
  return tolls.map((toll) => (toll === ended ? { ...toll, to: today } : toll))
}
const correctedWords = (fact        , was        , is        )         =>
  `The day from which it runs (${fact}) is ${longDay(is)}, not ${longDay(was)}.`
/** The task that waited for it is opened again where it stood; if that is closed, the step of the case is told. */
function runAgain(draft       , past                         , trigger         ) {
  const { context, state } = draft
  const isPast = past.due !== undefined && Date.parse(past.due) <= context.at.getTime()
  if (isPast || state.isClosed) return
  const { id, name, about, task: waited, hasPassed: _, taskId: __, ...set } = past
  const timerId = derivedId('timer', trigger, `again ${id}`)
  const parent = state.tasks.findLast(({ type }) => type === waited?.under)
  if (waited && parent) {
    const taskId = derivedId('task', trigger, `again ${id}`)
    openTask(draft, { taskId, type: waited.type, parentId: parent.id, about })
    const task = draft.state.tasks.find((one) => one.id === taskId)
    if (task) hold(draft, task, past.why ?? '', past.due)
    return setTimer(draft, { timerId, name, taskId, about, ...set })
  }
  const step = state.tasks.find(({ type }) => taskTypeOf(context, type)?.isExclusive)
  const label = timerOf(context, past.deadline)?.label ?? past.deadline
  const text = `“${label}” had passed and runs again. ${past.why ?? ''}`.trim()
  if (waited && step)
    draft.add({ type: 'task.instructed', subject: step.id, data: { ...named(draft, step), text } })
  setTimer(draft, { timerId, name: waited ? past.deadline : name, about, ...set })
}
return { moveDeadlines }
})()

const coreWorkReopen = (() => {
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { aboutOf } = coreWorkAbout
const { hold, holdTimer, isMail, named, setTimer, workflowOf } = coreWorkDraft
const { openTask } = coreWorkOpenTask
/** A case as it stood before it was ended. */
/** Opens what stood as new tasks, since a closed one is never reopened. What has outlived the case goes back to its place. */
function reopenCase(draft       , { why, stood }                               ) {
  const { state, context, caseId } = draft
  if (!state.isClosed) throw new Refusal('stateForbids', 'The case is open: only a closed case is reopened.')
  const now = { id: stood.endedBy.id, at: context.at.toISOString() }
  const newIdOf = (kind                              , of        ) => derivedId(kind, now, `reopened ${of}`)
  const { sessions, drafts, issues, work } = stood
  const data = {
    why,
    ...(sessions.length > 0
      ? {
          sessions: sessions.map(({ sessionId, kind }) => ({
            sessionId: newIdOf('session', sessionId),
            kind,
          })),
        }
      : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(issues.length > 0 ? { issues } : {}),
    ...(stood.remands && stood.remands.length > 0 ? { remands: stood.remands } : {}),
    ...(work.standing
      ? { stood: { step: work.standing.step, enteredStepAt: work.standing.enteredStepAt } }
      : {}),
  }
  const outliving = state.tasks
  draft.add({ type: 'case.reopened', subject: caseId, data })
  const rootId = newIdOf('task', work.rootId ?? 'root')
  const { openedAt: since } = work.tasks.find(({ id }) => id === work.rootId) ?? {}
  openTask(draft, { taskId: rootId, type: workflowOf(context, state.caseType).root, since })
  const ids = new Map                ([[work.rootId ?? '', rootId]])
  // A session that is requested again brings its tasks with it.
  const comesBack = (task          ) =>
    task.id !== work.rootId && !sessions.some(({ sessionId }) => sessionId === aboutOf(work, task))
  const parentOf = ({ parentId }          ) => ids.get(parentId ?? '') ?? rootId
  for (const task of work.tasks.filter(comesBack)) {
    const isOpen = outliving.some(({ id }) => id === task.id)
    const taskId = isOpen ? task.id : newIdOf('task', task.id)
    ids.set(task.id, taskId)
    if (isOpen) move(draft, task.id, parentOf(task))
    else reopenTask(draft, task, { taskId, parentId: parentOf(task), stood })
  }
  for (const { id, parentId } of outliving) {
    const isPlaced = ids.has(id) || outliving.some((other) => other.id === parentId)
    if (!isPlaced) move(draft, id, rootId)
  }
  for (const timer of work.timers.filter(({ taskId }) => taskId === undefined)) {
    const { id, taskId: _, ...set } = timer
    setTimer(draft, { ...set, timerId: newIdOf('timer', id) })
  }
  function move(draft       , id        , parentId        ) {
    const task = draft.state.tasks.find((one) => one.id === id)
    if (!task || task.parentId === parentId) return
    draft.add({ type: 'task.moved', subject: id, data: { ...named(draft, task), parentId } })
    const parent = draft.state.tasks.find((one) => one.id === parentId)
    if (parent && parent.status !== 'onHold') hold(draft, parent, 'A task under it is open.')
  }
  function reopenTask(
    draft       ,
    task          ,
    { taskId, parentId, stood }                                                    ,
  ) {
    const { type, about, assignee, status, heldUntil, openedAt: since } = task
    // Its session is requested again, and has no date yet.
    const isWithout = sessions.some(({ sessionId }) => sessionId === task.sessionId)
    const sessionId = isWithout ? newIdOf('session', task.sessionId ?? '') : task.sessionId
    const deadline = (isWithout && task.usualDeadline) || task.deadline
    const deadlineWhy = isWithout && task.usualDeadline ? task.usualWhy : task.deadlineWhy
    openTask(draft, {
      taskId,
      type,
      parentId,
      about,
      sessionId,
      assignee,
      deadline,
      deadlineWhy,
      since,
      instructions: stood.instructions[task.id],
      continues: { id: task.id, isMail: isMail({ state: stood.work, context: draft.context }, task) },
    })
    const opened = draft.state.tasks.find(({ id }) => id === taskId)
    if (!opened) return
    if (status === 'inProgress')
      draft.add({ type: 'task.started', subject: taskId, data: named(draft, opened) })
    const timers = stood.work.timers.filter((timer) => timer.taskId === task.id)
    const held = timers.find(({ name }) => name === holdTimer)
    // A deadline that stands still has no date.
    if (status === 'onHold' && (held || heldUntil !== undefined))
      hold(draft, opened, held?.why ?? 'It waits until then.', heldUntil)
    // Opening it has set the warning.
    for (const timer of timers.filter(({ name }) => name !== context.profile.deadlineWarning)) {
      const { id, taskId: _, about: __, ...set } = timer
      setTimer(draft, { ...set, timerId: newIdOf('timer', id), taskId })
    }
  }
}
return { reopenCase }
})()

const coreWorkRules = (() => {
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
const { daysLater } = coreTimeMoments
const { aboutOf, alsoAbout, isOfOtherDecision, subjectOf, tasksMeant, timersMeant } = coreWorkAbout
const { answersTo } = coreWorkAnswersTo
const { sessionIn } = coreWorkDeadlines
const { endTask, hold, holdTimer, isMail, named, outlives, refuseOwing, setTimer, stopTimers, taskTypeOf, teamAssignee, workflowOf } = coreWorkDraft
const { refuseUnworkedMail, routeMail } = coreWorkMail
const { openTask } = coreWorkOpenTask
const { setOf, timerOf } = coreWorkReckon
const { isPending, lastHolderOf } = coreWorkState
/** Applies the rules of the case's workflow to an event. */
function applyRules(draft       , trigger         ) {
  const { rules } = workflowOf(draft.context, draft.state.caseType)
  for (const rule of rules) {
    if (!answersTo(rule, trigger) || !holds(rule.when, draft, trigger)) continue
    for (const [index, step] of rule.do.entries()) apply(draft, step, trigger, `${rule.name} ${index}`)
  }
  if (trigger.type === 'timer.fired') applyPassed(draft, trigger)
}
/** What the profile says happens when a deadline has passed. */
function applyPassed(draft       , trigger                                   ) {
  const { name, deadline = name } = trigger.data
  const { passes = [] } = timerOf(draft.context, deadline) ?? {}
  if (draft.state.isClosed) return
  for (const [index, step] of passes.entries()) apply(draft, step, trigger, `passed ${deadline} ${index}`)
}
/** A timer of the profile begins to run, about what the event is about. */
function startTimer(draft       , name        , trigger         , timerId        , taskId         ) {
  const about = subjectOf(trigger, draft.caseId)
  const set = setOf(draft.state, draft.context, name, { trigger, about })
  setTimer(draft, { timerId, name, taskId, about, ...set })
}
function holds(when               = {}, { state, caseId }       , trigger         )          {
  const {
    docket,
    open,
    notOpen,
    workProduct,
    effectuation,
    sentBack,
    isAway,
    isClosed = false,
    samplePercent,
    notSampled,
  } = when
  const about = subjectOf(trigger, caseId)
  const isOpen = (type        ) => tasksMeant(state, type, about).length > 0
  if (isClosed !== 'either' && isClosed !== state.isClosed) return false
  if (docket && !(state.docket !== null && docket.includes(state.docket))) return false
  if (workProduct && !workProduct.includes(state.workProduct?.status ?? '')) return false
  if (effectuation && !effectuation.includes(state.effectuation)) return false
  if (sentBack && !sentBack.includes(shareSentBack(state))) return false
  if (isAway !== undefined && isAway !== state.away.length > 0) return false
  if (open && !open.some(isOpen)) return false
  if (notOpen?.some(isOpen)) return false
  const share = drawnShare(state)
  if (samplePercent !== undefined && share >= samplePercent) return false
  return notSampled === undefined || share >= notSampled
}
/** How much of the last decision was sent back. */
function shareSentBack({ decided }           )                          {
  if (!decided || decided.sentBack === 0) return 'none'
  return decided.sentBack < decided.issues ? 'some' : 'all'
}
/** A stable, evenly distributed number from 0 to 100 for a case. */
function drawnShare({ rootId }           )         {
  return (hash('sha256', rootId ?? '', 'buffer').readUInt32BE() / 2 ** 32) * 100
}
function apply(draft       , step          , trigger         , name        ) {
  const about = subjectOf(trigger, draft.caseId)
  const ofType = (type        ) => {
    const own = taskOf(trigger)
    const tasks = tasksMeant(draft.state, type, about, alsoAbout(trigger)).filter(
      (task) => !isOfOtherDecision(draft.state, task, trigger),
    )
    const itself = tasks.filter(({ id }) => id === own)
    return itself.length > 0 ? itself : tasks
  }
  if ('open' in step) return open(draft, step, trigger, name)
  if ('route' in step) return route(draft, step, trigger, name)
  if ('complete' in step) {
    const { complete, outcome } = step
    for (const task of ofType(complete)) endIfOpen(draft, task, { as: 'completed', outcome })
    return
  }
  if ('instruct' in step) {
    const text = instructionsOf(step, trigger)
    if (text === undefined) return
    for (const task of ofType(step.instruct))
      draft.add({ type: 'task.instructed', subject: task.id, data: { ...named(draft, task), text } })
    return
  }
  if ('cancel' in step) {
    const isCancelled = (task          ) => !isMail(draft, task)
    for (const task of ofType(step.cancel).filter(isCancelled))
      endIfOpen(draft, task, { as: 'cancelled', why: step.why })
    return
  }
  if ('timer' in step) {
    const task = step.on === undefined ? undefined : ofType(step.on).at(-1)
    if (step.on !== undefined && !task) return
    const timerId = derivedId('timer', trigger, name)
    if (step.ofRemands) return awaitWord(draft, step.timer, trigger, name)
    if (step.days === undefined) return startTimer(draft, step.timer, trigger, timerId, task?.id)
    const due = daysLater(draft.context.at, step.days).toISOString()
    return setTimer(draft, { timerId, name: step.timer, taskId: task?.id, about, due })
  }
  if ('stop' in step) {
    const stopped = timersMeant(draft.state, step.stop, about)
    return stopTimers(draft, (timer) => stopped.includes(timer))
  }
  if ('reopen' in step) return reopen(draft, step.reopen, derivedId('task', trigger, name))
  if ('release' in step) return clear(draft)
  if ('requestSession' in step) {
    const sessionId = derivedId('session', trigger, name)
    const data = { sessionId, kind: step.requestSession }
    return draft.add({ type: 'session.requested', subject: sessionId, data })
  }
  return closeOrAsk(draft, step.close, trigger, name)
}
/** About each remand that is away and of which nothing was heard. */
function awaitWord(draft       , timer        , trigger         , name        ) {
  const { away, heardOf } = draft.state
  for (const about of away.filter((id) => !heardOf.includes(id))) {
    const set = setOf(draft.state, draft.context, timer, { trigger, about })
    setTimer(draft, { timerId: derivedId('timer', trigger, `${name} ${about}`), name: timer, about, ...set })
  }
}
/** The task that an event is an event of: its own, or that of a timer. */
function taskOf({ type, subject, data }         )                     {
  if (type.startsWith('task.')) return subject
  return type.startsWith('timer.') ? (data                       ).taskId : undefined
}
/**
 * A person who asks for too much is refused. What another system reports, or the clock, cannot be asked to come again:
 * it is recorded, and where the case cannot be closed, somebody gets a task that says why.
 */
function closeOrAsk(draft       , reason        , trigger         , name        ) {
  if (trigger.actor.kind === 'person') return close(draft, reason)
  try {
    return close(draft, reason)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { fallback } = workflowOf(draft.context, draft.state.caseType)
    const { rootId, tasks } = draft.state
    if (tasks.some(({ type }) => type === fallback)) return
    const instructions = `The case should be closed (${reason}), but could not be. ${error.message}`
    const taskId = derivedId('task', trigger, name)
    return openTask(draft, { taskId, type: fallback, ...(rootId ? { parentId: rootId } : {}), instructions })
  }
}
/** A child is closed with its parent, once. */
function endIfOpen(draft       , { id }          , ending                               ) {
  const task = draft.state.tasks.find((task) => task.id === id)
  if (task) endTask(draft, task, ending)
}
function open(draft       , step                                     , trigger         , name        ) {
  const { context } = draft
  const { open: type, under, assign = {}, holdFor, holdDays, dueBy } = step
  const instructions = instructionsOf(step, trigger)
  const about = aboutOfOpened(draft, step, trigger)
  if (draft.state.tasks.some((task) => task.type === type && aboutOf(draft.state, task) === about)) return
  refuseSecondStep(draft, type)
  const { root } = workflowOf(context, draft.state.caseType)
  const isRoot = type === root
  const parent = under === undefined ? undefined : tasksMeant(draft.state, under, about).at(-1)
  const parentId = isRoot ? undefined : (parent?.id ?? draft.state.rootId ?? undefined)
  const taskId = derivedId('task', trigger, name)
  const assignee = assigneeFor(draft, assign, trigger, about)
  const sessionId = sessionIn(draft.state, trigger.data)
  const due = dueBy === undefined ? undefined : setOf(draft.state, context, dueBy, { trigger, about })
  openTask(draft, {
    taskId,
    type,
    ...(parentId ? { parentId } : {}),
    about,
    sessionId,
    assignee,
    instructions,
    deadline: due?.due,
    deadlineWhy: due?.why,
  })
  if (dueBy !== undefined && due)
    setTimer(draft, {
      timerId: derivedId('timer', trigger, `${name} ${dueBy}`),
      name: dueBy,
      taskId,
      about,
      ...due,
    })
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (!task) return
  const timerId = derivedId('timer', trigger, name)
  if (holdFor !== undefined) {
    const { why, ...set } = setOf(draft.state, context, holdFor, { trigger, about })
    // The timer of a hold that goes by the clock says no more than the hold.
    const isDeadline = set.deadline !== undefined
    hold(draft, task, isDeadline ? (why ?? '') : waits, set.due)
    return setTimer(draft, {
      timerId,
      name: holdTimer,
      taskId,
      ...set,
      ...(isDeadline && why ? { why } : {}),
    })
  }
  if (holdDays === undefined) return
  const until = daysLater(context.at, holdDays).toISOString()
  hold(draft, task, waits, until)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: until })
}
function aboutOfOpened(
  { state, caseId }       ,
  { ofCase, ofDecision }                                     ,
  trigger         ,
)                     {
  if (ofDecision && state.decided) return state.decided.workProductId
  return ofCase ? undefined : subjectOf(trigger, caseId)
}
const waits = 'It waits until then.'
/** Where the mail type is not taken, the case keeps what happened, and nobody has a task. */
function route(draft       , step                                      , trigger         , name        ) {
  const { context, state, caseId } = draft
  const row = context.profile.mailTypes.find((one) => one.name === step.route)
  if (!row || state.rootId === null || (state.isClosed && !row.allowedOnClosed)) return
  const about = subjectOf(trigger, caseId)
  if (state.tasks.some((task) => task.type === row.taskType && aboutOf(state, task) === about)) return
  const instructions = instructionsOf(step, trigger)
  const newTaskId = derivedId('task', trigger, name)
  const more = withoutUndefined({ about, sessionId: sessionIn(state, trigger.data), instructions })
  routeMail(draft, { mailType: row.name, newTaskId, ...more })
}
function instructionsOf({ instructions, withWhy }            , { data }         )                     {
  const { why } = (data ?? {})
  return withWhy && why ? [instructions, why].filter(Boolean).join(' ') : instructions
}
function refuseSecondStep(draft       , type        ) {
  const { context, state } = draft
  if (!taskTypeOf(context, type)?.isExclusive) return
  const other = state.tasks.find((task) => taskTypeOf(context, task.type)?.isExclusive)
  if (!other) return
  const label = (name        ) => taskTypeOf(context, name)?.label ?? name
  throw new Refusal(
    'stateForbids',
    `“${label(type)}” cannot begin while “${label(other.type)}” is open: only one of these steps can be open at a time.`,
  )
}
function assigneeFor(
  { context, state }       ,
  { named: isNamed, holderOf, actor, team }                                                            ,
  trigger         ,
  about                    ,
)                       {
  if (isNamed && trigger.type === 'task.completed' && trigger.data.named) return trigger.data.named
  if (isNamed && trigger.type === 'remand.returned' && trigger.data.adjudicator) {
    const { id, name } = trigger.data.adjudicator
    return { kind: 'person', id, name }
  }
  const holder = holderOf === undefined ? undefined : lastHolderOf(state, holderOf, about)
  if (holder) return holder
  const who = trigger.onBehalfOf ?? trigger.actor
  if (actor && who.kind === 'person') return { kind: 'person', id: who.id, name: who.name }
  return team === undefined ? undefined : teamAssignee(context, team)
}
/** Only clears it; the work product releases itself once sealed. */
function clear(draft       ) {
  const { workProduct } = draft.state
  if (workProduct?.status !== 'signed' || workProduct.packageSha256 === null) return
  const { id: workProductId, packageSha256 } = workProduct
  draft.add({ type: 'workProduct.cleared', subject: workProductId, data: { workProductId, packageSha256 } })
}
function reopen(draft       , why        , rootTaskId        ) {
  if (!draft.state.isClosed) return
  const outliving = draft.state.tasks
  draft.add({ type: 'case.reopened', subject: draft.caseId, data: { why } })
  openTask(draft, { taskId: rootTaskId, type: workflowOf(draft.context, draft.state.caseType).root })
  for (const task of outliving) {
    const isUnderOldRoot = !outliving.some(({ id }) => id === task.parentId)
    if (isUnderOldRoot) {
      draft.add({
        type: 'task.moved',
        subject: task.id,
        data: { ...named(draft, task), parentId: rootTaskId },
      })
    }
  }
}
function close(draft       , reason        ) {
  const { context, state } = draft
  // Tasks about a delivery outlive the case; a delivery without a task would be forgotten.
  refuseOwing(draft)
  refuseUnworkedMail(draft)
  const { workProduct } = state
  if (workProduct?.status === 'signed') {
    throw new Refusal(
      'stateForbids',
      'A decision is signed and not released: release or recall it before you close the case.',
    )
  }
  const sending = state.tasks.map(({ type }) => taskTypeOf(context, type)).find((type) => type?.needsReceipts)
  if (sending && workProduct?.status === 'released') {
    throw new Refusal(
      'stateForbids',
      `The decision is released: complete “${sending.label}”, or recall the decision, before you close the case.`,
    )
  }
  const isDecided = workProduct?.status === 'released' && state.away.length === 0
  const workProductId = isDecided ? workProduct.id : undefined
  const drafts = ['draft', 'inReview'].includes(workProduct?.status ?? '') ? [workProduct?.id ?? ''] : []
  const sessions = Object.keys(state.sessions).filter((id) => isPending(state.sessions[id] ?? ''))
  const ends = (task          ) => !outlives(draft, task) && task.id !== state.rootId
  for (const task of state.tasks.filter(ends)) {
    endIfOpen(draft, task, { as: 'cancelled', why: 'The case was closed.' })
  }
  const root = draft.state.tasks.find(({ id }) => id === state.rootId)
  stopTimers(draft, ({ taskId }) => taskId === undefined || taskId === root?.id)
  if (root) draft.add({ type: 'task.completed', subject: root.id, data: named(draft, root) })
  const data = {
    reason,
    ...(workProductId === undefined ? {} : { workProductId }),
    ...(sessions.length > 0 ? { sessions } : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
  }
  draft.add({ type: 'case.closed', subject: draft.caseId, data })
}
return { applyRules, startTimer, refuseSecondStep, close }
})()

const coreWorkScope = (() => {
const { Refusal } = coreKernelDecider
const { workflowOf } = coreWorkDraft
/** What completing a task of a type asks about the case; undefined if nothing. */
function scopeAsked(type        , caseType               , profile         )                    {
  const row = profile.mailTypes.find(({ taskType }) => taskType === type)
  if (!row) return undefined
  if (row.asksScope) return row.asksScope
  // Profiles saved before the question was there close the case by a rule alone.
  const closes = workflowOf({ profile }, caseType).rules.some(
    ({ on, do: steps }) =>
      on.event === 'task.completed' &&
      on.task?.includes(type) &&
      on.outcome === undefined &&
      steps.some((step) => 'close' in step),
  )
  return closes ? { issues: 'withdrawn' } : undefined
}
/** How `task.completed` tells what was answered. */
function answeredScope(changes                         , asked                   ) {
  if (asked && !changes) {
    throw new Refusal(
      'invalid',
      'changes must say what this changes: {"scope": "case"}, {"scope": "issues", "issueIds": […]} or {"scope": "none", "why": "…"}.',
    )
  }
  if (!asked && changes) {
    throw new Refusal('invalid', 'changes must be left out: completing this task changes nothing but itself.')
  }
  return changes ?? {}
}
return { scopeAsked, answeredScope }
})()

const coreWorkStanding = (() => {
const { workflowOf } = coreWorkDraft
/** The status of a case: the first matching one of its workflow. */
function standingOf(state           , context                          )                {
  const { standings, root } = workflowOf(context, state.caseType)
  for (const [rule, { when, status, partyStatus, why, next = null }] of standings.entries()) {
    const fit = fits(state, when)
    if (fit === undefined) continue
    const step = fit?.type ?? root
    return { status, partyStatus, why, next, step, taskId: fit?.id ?? state.rootId, rule }
  }
  throw new Error(`no standing of the workflow fits a case of the type ${state.caseType}`)
}
/** The task it is about; null if none, undefined if it does not match. */
function fits(state           , when      )                              {
  const { workProduct, session, docket, timer, isClosed = false, isSent, closedBecause } = when
  if (isClosed !== state.isClosed) return undefined
  if (isSent !== undefined && isSent !== state.isSent) return undefined
  if (closedBecause && !includes(closedBecause, state.closedBecause)) return undefined
  if (workProduct && !includes(workProduct, state.workProduct?.status ?? null)) return undefined
  if (docket && !includes(docket, state.docket)) return undefined
  if (timer !== undefined && !state.timers.some(({ name, deadline }) => name === timer || deadline === timer))
    return undefined
  if (session && !Object.values(state.sessions).some((status) => session.includes(status))) return undefined
  if (!when.task) return null
  const { task: types, taskStatus = ['assigned', 'inProgress'] } = when
  return state.tasks.findLast(({ type, status }) => types.includes(type) && taskStatus.includes(status))
}
function includes(words                   , word               )          {
  return word !== null && words.includes(word)
}
return { standingOf }
})()

const coreWorkWork = (() => {
const { Refusal } = coreKernelDecider
const { derivedId } = coreKernelIds
const { didYouMean, namesOf, oneOf, refuseUnknownWord } = coreKernelKnownWords
const { withoutUndefined } = coreKernelWithoutUndefined
const { longDay } = coreTimeCalendarDays
const { reckonDeadline } = coreTimeDeadline
const { dayOf, daysBetween } = coreTimeMoments
const { aboutOf, subjectOf, tasksMeant, timersMeant } = coreWorkAbout
const { actionsOn, heldSentence, holdOf, mayGiveTo, overridesOn, possibleOn } = coreWorkActions
const { bring, bringTask } = coreWorkBring
const { lackingOf } = coreWorkCompletion
const { followSession } = coreWorkDeadlines
const { childrenOf, draftFrom, endTask, hold, holdTimer, isMail, named, namedTimer, refuseOwing, setTimer, stopTimers, taskTypeOf, teamAssignee, workflowOf } = coreWorkDraft
const { handOverMail, takeOverMail } = coreWorkHandOverMail
const { judgeDocumentAgain, judgeMailAgain } = coreWorkJudgeMail
const { refuseUnworkedMail, routeMail } = coreWorkMail
const { moveDeadlines } = coreWorkMoveDeadlines
const { openTask } = coreWorkOpenTask
const { overrideUsed } = coreWorkOverride
const { termsOf } = coreWorkReckon
const { reopenCase } = coreWorkReopen
const { applyRules, close, refuseSecondStep, startTimer } = coreWorkRules
const { answeredScope, scopeAsked } = coreWorkScope
const { standingOf } = coreWorkStanding
const { evolveWork, initialWork, workReads } = coreWorkState
/** The opening event of a case, as its rules see it. */
/** The work on a case: a tree of tasks that moves by people's commands, by timers, and by the rules of the profile. */
const work                                  = {
  name: 'work',
  needs: {
    react: null,
    settle: null,
    followSession: null,
    moveDeadlines: null,
    judgeDocumentAgain: null,
    awaitAnswer: null,
    requireOpen: null,
    stop: null,
    takeOver: null,
    begin: null,
    bring: null,
    bringTask: 'workTasks',
    fireTimer: null,
    releaseTask: null,
    docket: 'docket',
    refuseDocketing: 'docket',
    openTask: 'workTasks',
    routeMail: 'routeMail',
    assignTask: 'workTasks',
    startTask: 'workTasks',
    holdTask: 'workTasks',
    resumeTask: 'workTasks',
    completeTask: 'workTasks',
    cancelTask: 'workTasks',
    reopenCase: 'reopenCases',
    instructTask: 'workTasks',
  },
  stateVersion: 15,
  reads: () => ({ types: workReads }),
  initial: initialWork,
  evolve: evolveWork,
  decide(command, state, context) {
    const draft = draftFrom(command.caseId, state, context)
    switch (command.type) {
      case 'react':
        applyRules(draft, command.trigger)
        break
      case 'settle':
        settle(draft, command)
        break
      case 'followSession':
        followSession(draft, command.sessionId)
        break
      case 'moveDeadlines':
        moveDeadlines(draft, command.trigger)
        judgeMailAgain(draft, command.trigger)
        break
      case 'judgeDocumentAgain':
        judgeDocumentAgain(draft, command)
        break
      case 'awaitAnswer':
        awaitAnswer(draft, command)
        break
      case 'requireOpen':
        if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
        break
      case 'stop':
        if (state.isClosed) break
        handOverMail(draft, command.goesOnAs)
        close(draft, command.reason)
        break
      case 'takeOver':
        takeOverMail(draft, command.tasks)
        break
      case 'begin':
        begin(draft, command)
        break
      case 'bring':
        bring(draft, command.opening)
        break
      case 'bringTask': {
        const { type: _, caseId: __, ...task } = command
        bringTask(draft, task)
        break
      }
      case 'fireTimer':
        fireTimer(draft, command)
        break
      case 'docket':
        docket(draft, command)
        break
      case 'refuseDocketing':
        refuseDocketing(draft, command)
        break
      case 'openTask':
        openChild(draft, command)
        break
      case 'routeMail':
        routeMail(draft, command)
        break
      case 'assignTask':
        assign(draft, command)
        break
      case 'releaseTask':
        release(draft, command)
        break
      case 'startTask': {
        add(draft, 'task.started', taskFor(draft, command.taskId, 'start'), {})
        break
      }
      case 'holdTask':
        holdUntil(draft, command)
        break
      case 'resumeTask':
        resume(draft, command)
        break
      case 'completeTask':
        complete(draft, command)
        break
      case 'cancelTask':
        cancel(draft, command)
        break
      case 'reopenCase':
        reopenCase(draft, command)
        break
      case 'instructTask':
        add(draft, 'task.instructed', taskFor(draft, command.taskId, 'instruct'), { text: command.text })
        break
    }
    return draft.facts
  },
}
function add                                                                                    (
  draft       ,
  type      ,
  task          ,
  more                                                       ,
) {
  draft.add({ type, subject: task.id, data: { ...named(draft, task), ...more } }        )
}
/**
 * The task, if it is open, allows the action, and the caller may do it; the service may do whatever the task allows.
 */
function taskFor({ state, context }       , taskId        , action            , override         )           {
  const task = state.tasks.find(({ id }) => id === taskId)
  if (!task) throw new Refusal('stateForbids', 'The task is closed: open a new one instead.')
  const { caller, actor } = context
  const shown = { ...task, hasChildren: childrenOf(state, taskId).length > 0 }
  const may = caller ? actionsOn(shown, { ...actor, ...caller }, context) : possibleOn(shown, context)
  if (may.includes(action)) return task
  const { held, supervisors } = heldSentence(task, context)
  if (caller && overridesOn(shown, { ...actor, ...caller }, context).includes(action)) {
    if (override !== undefined) return task
    throw new Refusal('forbidden', `${held}: to ${action} it in their place, give a reason in override.`)
  }
  if (may.length === 0)
    throw new Refusal(
      'forbidden',
      `${held}: only its holder or a supervisor of it can do this (${supervisors}).`,
    )
  throw new Refusal(
    'stateForbids',
    refusals[action](task, taskTypeOf(context, task.type)?.label ?? task.type),
  )
}
const refusals                                                                = {
  start: ({ status }) =>
    status === 'onHold' ? 'The task is on hold.' : 'Only its assignee can start a task, and only once.',
  assign: (_, label) => `“${label}” moves by rules alone: it is assigned to nobody.`,
  hold: ({ status }, label) =>
    status === 'onHold' ? 'The task is already on hold.' : `“${label}” cannot be put on hold by hand.`,
  resume: ({ status }) =>
    status === 'onHold' ? 'The task waits for the tasks under it.' : 'The task is not on hold.',
  complete: ({ status }, label) =>
    status === 'onHold' ? 'The task is on hold.' : `“${label}” is completed automatically, not by hand.`,
  cancel: (_, label) => `“${label}” can be cancelled only by its supervisors, and not if only rules end it.`,
  instruct: () => 'This task accepts no instructions.',
  openChild: (_, label) => `No task can be opened under “${label}”.`,
}
/** Starts the work as if the case were opened now; only if it has none. */
function begin(draft       , { opening, caseId }             ) {
  const { state, context } = draft
  if (state.rootId !== null || state.isClosed || state.caseType === null) return
  applyRules(draft, { type: 'case.opened', subject: caseId, actor: context.actor, ...opening })
}
function openChild(draft       , { parentId, taskType, newTaskId, assignee, instructions }                ) {
  const parent = taskFor(draft, parentId, 'openChild')
  const { context } = draft
  const children = taskTypeOf(context, parent.type)?.children ?? []
  if (!children.includes(taskType)) {
    const label = taskTypeOf(context, parent.type)?.label ?? parent.type
    throw new Refusal(
      'invalid',
      children.length === 0
        ? `No task can be opened under “${label}”.`
        : `A task of the type ${taskType.slice(0, 100)} cannot be opened under “${label}”: type must be ${oneOf(children)}.${didYouMean(taskType, children)}`,
    )
  }
  refuseSecondStep(draft, taskType)
  refuseTwin(draft, taskType, parent)
  openTask(draft, { taskId: newTaskId, type: taskType, parentId, assignee, instructions })
}
/** What rules alone end is there once for each thing that it is about. */
function refuseTwin({ state, context }       , type        , parent          ) {
  const known = taskTypeOf(context, type)
  const about = aboutOf(state, parent)
  if (!known?.byRulesOnly || !tasksMeant(state, type, about).some((task) => aboutOf(state, task) === about))
    return
  throw new Refusal('stateForbids', `“${known.label}” is open already.`)
}
function assign(draft       , { taskId, assignee, why }                  ) {
  const task = taskFor(draft, taskId, 'assign')
  if (task.assignee?.kind === assignee.kind && task.assignee.id === assignee.id) return
  const { caller, actor } = draft.context
  if (caller && why === undefined && task.assignee?.kind === 'person' && task.assignee.id !== actor.id)
    throw new Refusal('invalid', `why must say why the task is taken from ${task.assignee.name}.`)
  refuseStrangeTeam(draft, task, assignee)
  const status = task.status === 'onHold' ? 'onHold' : 'assigned'
  add(draft, 'task.assigned', task, { assignee, status, ...(why === undefined ? {} : { why }) })
}
/** A holder gives a task back to its team; to which other team it belongs is for supervisors to say. */
function refuseStrangeTeam({ context }       , { type, assignee: holder }          , to          ) {
  const { caller, actor, profile } = context
  if (!caller || holder?.kind !== 'person' || mayGiveTo(type, to, { ...actor, ...caller }, profile)) return
  const { label = type, team } = taskTypeOf(context, type) ?? {}
  const back = team === undefined ? 'to one of your own teams' : `to ${teamAssignee(context, team).name}`
  throw new Refusal(
    'forbidden',
    `“${label}” goes back ${back} or to somebody who may have it: only a supervisor of it gives it to ${to.name} (${heldSentence({ type }, context).supervisors}).`,
  )
}
/** From somebody who may not have it to the team of its type; to the one that sees how a case goes on where it has none. */
function release(draft       , { taskId, personId, why }                   ) {
  const { context, state } = draft
  const task = state.tasks.find(({ id }) => id === taskId)
  if (task?.assignee?.kind !== 'person' || task.assignee.id !== personId) return
  const { fallback } = workflowOf(context, state.caseType)
  const team = taskTypeOf(context, task.type)?.team ?? taskTypeOf(context, fallback)?.team
  if (team === undefined)
    throw new Refusal('stateForbids', 'The profile names no team that the task could go to.')
  const status = task.status === 'onHold' ? 'onHold' : 'assigned'
  const said = why ?? 'The previous holder has left.'
  add(draft, 'task.assigned', task, { assignee: teamAssignee(context, team), status, why: said })
}
function holdUntil(draft       , { taskId, until, why, timerId }                ) {
  const task = taskFor(draft, taskId, 'hold')
  const { least, most } = taskTypeOf(draft.context, task.type)?.holdDays ?? { least: 1, most: 120 }
  const days = daysBetween(draft.context.at, until)
  // A day's grace on both sides: “in 45 days” is said in a day of some zone.
  if (days < least - 1 || days > most + 1) {
    throw new Refusal(
      'invalid',
      `until must be ${least} to ${most} days from now: that is how long this task can be on hold.`,
    )
  }
  hold(draft, task, why, until)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: until })
}
function resume(draft       , { taskId, why = 'Somebody resumed it.' }                  ) {
  const task = taskFor(draft, taskId, 'resume')
  stopTimers(draft, (timer) => timer.taskId === taskId && timer.name === holdTimer)
  add(draft, 'task.resumed', task, { why })
}
function complete(draft       , command                    ) {
  const { taskId, outcome, note, person, override } = command
  const task = taskFor(draft, taskId, 'complete', override)
  const type = taskTypeOf(draft.context, task.type)
  const outcomes = type?.outcomes ?? []
  const chosen = outcomes.find(({ name }) => name === outcome)
  if (outcomes.length > 0 && !chosen) {
    const known = namesOf(outcomes)
    throw new Refusal(
      'invalid',
      `outcome must say how the task ended: ${oneOf(known)}.${outcome === undefined ? '' : didYouMean(outcome, known)}`,
    )
  }
  if (outcomes.length === 0 && outcome !== undefined) {
    throw new Refusal('invalid', 'This task has only one outcome: leave outcome out.')
  }
  if (chosen?.needsNote && !note?.trim())
    throw new Refusal('invalid', `note must say why: the outcome ${outcome} needs one.`)
  if (chosen?.needsPerson && person?.kind !== 'person') {
    throw new Refusal('invalid', `assignee must name the next person: the outcome ${outcome} needs one.`)
  }
  refuseUnfinished(draft, task, command)
  const asked = scopeAsked(task.type, draft.state.caseType, draft.context.profile)
  const changes = answeredScope(command.changes, asked)
  if (!chosen?.recalls) refuseToForget(draft, task)
  endTask(draft, task, { as: 'completed', outcome, note, person, changes })
  const { caller, actor, profile } = draft.context
  if (override === undefined || !caller) return
  if (holdOf(task, { ...actor, ...caller }, profile) !== 'supervised') return
  draft.add(overrideUsed({ action: 'complete', task, why: override }))
}
/** A task is completed once what it is for is done, or a note says what was done instead where that is enough. */
function refuseUnfinished({ state, context }       , task          , { outcome, note }                    ) {
  const lacking = lackingOf(task, outcome, { state, profile: context.profile })
  if (!lacking || (lacking.orNote && note?.trim())) return
  throw new Refusal('stateForbids', lacking.why)
}
function cancel(draft       , { taskId, why }                  ) {
  const task = taskFor(draft, taskId, 'cancel')
  refuseToForget(draft, task)
  if (scopeAsked(task.type, draft.state.caseType, draft.context.profile))
    throw new Refusal(
      'stateForbids',
      'What a party sent about the case is answered, not cancelled: complete the task, with the scope none and a reason if it changes nothing.',
    )
  if (isMail(draft, task))
    throw new Refusal(
      'stateForbids',
      'What arrived by mail is answered, not cancelled: complete the task, with a note if nothing follows from it.',
    )
  endTask(draft, task, { as: 'cancelled', why })
}
function refuseToForget(draft       , task          ) {
  if (taskTypeOf(draft.context, task.type)?.needsReceipts) {
    refuseUnworkedMail(draft)
    return refuseOwing(draft)
  }
  if (task.about !== undefined && draft.state.owed.includes(task.about)) {
    throw new Refusal('stateForbids', 'The decision has not been delivered there: record how it was sent.')
  }
}
/** It begins with the letter and moves with its mailing; a closed case awaits nothing. */
function awaitAnswer(draft       , { timer, trigger, isOver }                   ) {
  const pending = timersMeant(draft.state, timer, subjectOf(trigger, draft.caseId)).filter(
    ({ about }) => about === trigger.subject,
  )
  if (isOver) return stopTimers(draft, (one) => pending.includes(one))
  const isPast = draft.state.pastDeadlines.some(
    ({ deadline, about, hasPassed }) => deadline === timer && about === trigger.subject && hasPassed,
  )
  const { timers, days } = draft.state
  const isAwaited = timers.some(
    ({ deadline, about = '' }) => deadline === timer && days.remands[about]?.receivedAt !== undefined,
  )
  if (draft.state.isClosed || pending.length > 0 || isPast || isAwaited) return
  startTimer(draft, timer, trigger, derivedId('timer', trigger, timer))
}
function fireTimer(draft       , { timerId }                 ) {
  const timer = draft.state.timers.find(({ id }) => id === timerId)
  // It fired already, or was stopped; or this clock is behind the one that saw it due.
  if (timer?.due === undefined || Date.parse(timer.due) > draft.context.at.getTime()) return
  const { name, taskId } = timer
  const { day } = timer
  draft.add({
    type: 'timer.fired',
    subject: timerId,
    data: { ...namedTimer(timer), ...withoutUndefined({ day }) },
  })
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (name === draft.context.profile.deadlineWarning && task?.deadline !== undefined) {
    const { deadline, assignee } = task
    const data = { ...named(draft, task), deadline, ...(assignee ? { assignee } : {}) }
    draft.add({ type: 'task.deadlineApproaching', subject: task.id, data })
  }
  if (name === holdTimer && task?.status === 'onHold' && childrenOf(draft.state, task.id).length === 0) {
    add(draft, 'task.resumed', task, { why: 'Its hold has ended.' })
  }
}
function docket(draft       , command              ) {
  const { state, context, caseId } = draft
  const { docket: name, contestedDate, override } = command
  if (state.docket !== null) throw new Refusal('conflict', 'The case is already docketed.')
  if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
  refuseUnknownWord('docket', name, namesOf(context.profile.dockets))
  const findings = [...checkedFindings(command.findings, context), ...untimely(state, contestedDate, context)]
  if (findings.length > 0 && (override === undefined || !command.mayOverride)) {
    const reasons = findings.map(({ reason, why }) => why ?? labelOf(reason, context)).join(' ')
    throw new Refusal(
      'stateForbids',
      override === undefined
        ? `The case is not eligible: ${reasons} Somebody with the permission can docket it anyway, by an override with a reason.`
        : `The case is not eligible: ${reasons} Your roles do not allow an override.`,
    )
  }
  const docketDate = command.docketDate ?? state.receiptDate ?? dayOf(context.at)
  const data = {
    docket: name,
    docketDate,
    findings,
    ...(findings.length > 0 && override ? { override } : {}),
  }
  draft.add({ type: 'case.docketed', subject: caseId, data })
}
function refuseDocketing(draft       , { findings }                       ) {
  const { state, context, caseId } = draft
  if (state.docket !== null) throw new Refusal('conflict', 'The case is already docketed.')
  if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
  if (findings.length === 0)
    throw new Refusal('invalid', 'findings must have at least 1 entry: say why the case is not docketed.')
  const data = { findings: checkedFindings(findings, context) }
  draft.add({ type: 'case.docketingRefused', subject: caseId, data })
}
function checkedFindings(findings           , { profile }         )            {
  const known = namesOf(profile.ineligibility)
  for (const { reason } of findings) refuseUnknownWord('reason of ineligibility', reason, known)
  return findings
}
function untimely(
  { receiptDate }           ,
  contestedDate                    ,
  { profile }         ,
)            {
  if (contestedDate === undefined || receiptDate === null) return []
  const days = daysBetween(contestedDate, receiptDate)
  return profile.ineligibility.flatMap(({ name, untimelyDays, untimelyAfter: length }) => {
    if (untimelyDays !== undefined && days > untimelyDays)
      return [{ reason: name, why: `It came ${days} days after the decision; ${untimelyDays} are allowed.` }]
    if (length === undefined) return []
    const start = { day: contestedDate, called: 'the decision' }
    const { day = receiptDate, why } = reckonDeadline(termsOf(profile, { length }), start)
    return receiptDate > day ? [{ reason: name, why: `It came on ${longDay(receiptDate)}. ${why}` }] : []
  })
}
function labelOf(reason        , { profile }         )         {
  return `${profile.ineligibility.find(({ name }) => name === reason)?.label ?? reason}.`
}
/** When nothing else follows any more: an open case has something to do or a date to wait for, and its standing is said. */
function settle(draft       , { newId }              ) {
  const { context, caseId } = draft
  if (draft.state.rootId !== null && !draft.state.isClosed && isStuck(draft.state)) {
    const { fallback } = workflowOf(context, draft.state.caseType)
    const trigger = { id: newId, at: context.at.toISOString() }
    const instructions = 'This case is open, but nothing is left to do: decide how it should continue.'
    const taskId = derivedId('task', trigger, 'fallback')
    openTask(draft, { taskId, type: fallback, parentId: draft.state.rootId, instructions })
  }
  if (draft.state.rootId === null && !draft.state.isClosed) return
  const { status, partyStatus, why, next, step, taskId } = standingOf(draft.state, context)
  const before = draft.state.standing
  const isSameStep = before?.step === step && before.taskId === taskId
  const isSame =
    isSameStep && before?.status === status && before.partyStatus === partyStatus && before.why === why
  if (isSame) return
  const { stood, closedAt = context.at.toISOString() } = draft.state
  const since = stood?.step === step ? stood.enteredStepAt : closedAt
  const enteredStepAt = isSameStep && before ? before.enteredStepAt : since
  draft.add({
    type: 'case.stateChanged',
    subject: caseId,
    data: {
      from: before?.status ?? null,
      to: status,
      partyFrom: before?.partyStatus ?? null,
      partyTo: partyStatus,
      why,
      ...(next === null ? {} : { next }),
      step,
      ...(taskId === null ? {} : { taskId }),
      enteredStepAt,
    },
  })
}
function isStuck({ tasks, rootId, workProduct }           )          {
  // It goes on by itself when the decision is sealed.
  if (workProduct?.status === 'cleared') return false
  return !tasks.some(
    ({ id, status, heldUntil }) => id !== rootId && (status !== 'onHold' || heldUntil !== undefined),
  )
}
return { work }
})()

const coreReactions = (() => {
const { deadLetters } = coreDecisionDeadLetter
const { deliveries } = coreDecisionDelivery
const { remands } = coreDecisionRemand
const { workProducts } = coreDecisionWorkProduct
const { caseFile } = coreFileCaseFile
const { issues } = coreIssueIssue
const { isCarried, reaction } = coreKernelDecider
const { derivedId } = coreKernelIds
const { withoutUndefined } = coreKernelWithoutUndefined
const { party } = corePartyParty
const { powersOfAttorney, powerTimer } = corePartyPowerOfAttorney
const { conference } = coreSessionConference
const { conferenceTimer, conferenceWatch } = coreSessionConferenceWatch
const { session } = coreSessionSession
const { transcripts } = coreSessionTranscript
const { ageTimer, priority } = coreWorkPriority
const { workEventTypes } = coreWorkState
const { work } = coreWorkWork
/** Rules between aggregates: one event in, commands out. */
const rules                      = [
  toRecordClaimant,
  toRenameClaimant,
  toRelease,
  toRecall,
  toSettleRecord,
  toSendBack,
  toTakeUp,
  toWorkOnSession,
  toHost,
  byConference,
  toAwaitTranscript,
  toRouteMail,
  byProfile,
  bySession,
  toAwaitAnswer,
  byDeadline,
  byReceipt,
  toOweDeliveries,
  toFileLetter,
  toFileTranscript,
  byAge,
  byPower,
  byCourt,
  bySplit,
  byRecall,
  byLeaving,
  byClosing,
  byReopening,
  byWithdrawal,
]
const reactions = {
  to: (event          , context         )             =>
    isCarried(event) ? [] : rules.flatMap((rule) => rule(event, context)),
  /** After all other reactions, when the state of the work is settled. */
  atLast(events                     , _context         )             {
    const last = events.findLast(({ type }) => workEventTypes.includes(type))
    return last ? [reaction(work, { type: 'settle', caseId: last.caseId, newId: last.id })] : []
  },
}
/** A request is worked on; the service itself requests nothing on a closed case. */
function toWorkOnSession(event          )             {
  if (event.type !== 'session.requested' || isBrought(event)) return []
  return [reaction(work, { type: 'requireOpen', caseId: event.caseId })]
}
/** A session that is moved may need a conference now, or none any more. */
function toHost(event          )             {
  if (event.type !== 'session.scheduled' && event.type !== 'session.rescheduled') return []
  if (isBrought(event)) return []
  const { caseId, data } = event
  return [reaction(conference, { type: 'followSession', caseId, sessionId: data.sessionId })]
}
/** Whenever a conference may have come to be awaited, or is not any more. */
function byConference(event          )             {
  const { type, caseId, id, at } = event
  const matters =
    [
      'session.scheduled',
      'session.rescheduled',
      'session.conferenceNeeded',
      'session.conferenceCreated',
      'session.conferenceReady',
      'session.held',
      'session.noShow',
      'session.postponed',
      'session.withdrawn',
    ].includes(type) ||
    (event.type === 'timer.fired' && event.data.name === conferenceTimer)
  if (!matters || isBrought(event)) return []
  return [reaction(conferenceWatch, { type: 'watchConferences', caseId, event: { id, at } })]
}
/** What arrived by mail is filed and routed, or neither. */
function toRouteMail(event          )             {
  if (event.type !== 'mail.received') return []
  const { caseId, data } = event
  const { mailType, files, instructions, channel, receiptDate: receivedOn, postmarkDate: postmark } = data
  const documentId = files.find((file) => file.documentId !== undefined)?.documentId
  return [
    reaction(work, {
      type: 'routeMail',
      caseId,
      mailType,
      newTaskId: derivedId('task', event, 'mail'),
      arrival: { receivedOn, channel, ...(postmark === undefined ? {} : { postmark }) },
      ...(documentId === undefined ? {} : { documentId }),
      ...(instructions === undefined ? {} : { instructions }),
    }),
  ]
}
function byProfile(event          , { profile }         )             {
  if (isBrought(event)) return []
  const hasPassed = event.type === 'timer.fired'
  if (!hasPassed && !eventsOfRules(profile).has(event.type)) return []
  return [reaction(work, { type: 'react', caseId: event.caseId, trigger: event })]
}
/** After the rules of the profile: what they have opened or closed is due, or not, as they left it. */
function bySession(event          )             {
  switch (event.type) {
    case 'session.scheduled':
    case 'session.rescheduled':
    case 'session.postponed':
    case 'session.withdrawn':
      if (isBrought(event)) return []
      return [
        reaction(work, { type: 'followSession', caseId: event.caseId, sessionId: event.data.sessionId }),
      ]
    default:
      return []
  }
}
/** The answer to a letter is awaited as long as the letter may arrive. */
function toAwaitAnswer(event          , { profile }         )             {
  switch (event.type) {
    case 'letter.composed':
    case 'letter.receipted':
    case 'letter.failed':
    case 'letter.withdrawn': {
      const { caseId, type, data } = event
      const timer = profile.letters.find(({ name }) => name === data.letter)?.answerWindow
      if (timer === undefined) return []
      const isOver = type === 'letter.failed' || type === 'letter.withdrawn'
      return [reaction(work, { type: 'awaitAnswer', caseId, timer, trigger: event, isOver })]
    }
    default:
      return []
  }
}
const factsOfDeadlines = new Set        ([
  'case.reopened',
  'session.dayCorrected',
  'letter.composed',
  'letter.receipted',
  'remand.mandateCorrected',
])
/** A fact that deadlines run from became known or was corrected, maybe while the case was closed, or something happened that extends or tolls them. */
function byDeadline(event          , { profile }         )             {
  if (isBrought(event)) return []
  const isFact =
    factsOfDeadlines.has(event.type) ||
    (event.type === 'case.corrected' && event.data.receiptDate !== undefined)
  if (!isFact && !eventsOfDeadlines(profile).has(event.type)) return []
  return [reaction(work, { type: 'moveDeadlines', caseId: event.caseId, trigger: event })]
}
/** What came on another day than was said may be in time, or late, after all. */
function byReceipt(event          )             {
  if (event.type !== 'document.edited') return []
  const { caseId, data } = event
  const { documentId, receiptDate: receivedOn } = data
  return [reaction(work, { type: 'judgeDocumentAgain', caseId, documentId, receivedOn, trigger: event })]
}
/** The claimant is a party from the start. */
function toRecordClaimant(event          , { profile }         )             {
  if (event.type !== 'case.opened' || event.data.claimantId === undefined) return []
  const role = profile.partyRoles.find(({ isClaimant }) => isClaimant)?.name
  if (role === undefined) return []
  const { claimantId: partyId, veteran: person } = event.data
  const { caseId } = event
  return [reaction(party, { type: 'recordParty', caseId, partyId, role, person, asOpened: true })]
}
function toRenameClaimant(event          )             {
  if (event.type !== 'case.corrected') return []
  const { veteran: person, was } = event.data
  if (!person || !was.veteran) return []
  return [reaction(party, { type: 'renameOpened', caseId: event.caseId, was: was.veteran, person })]
}
/** A cleared and sealed work product is released, whichever came last, before the rules of the profile run. */
function toRelease(event          )             {
  if (event.type !== 'workProduct.cleared' && event.type !== 'workProduct.sealed') return []
  const { workProductId } = event.data
  return [reaction(workProducts, { type: 'releaseIfReady', caseId: event.caseId, workProductId })]
}
const outcomeOf = (
  { data: { type, outcome } }                                               ,
  { profile }         ,
) => profile.taskTypes.find(({ name }) => name === type)?.outcomes?.find(({ name }) => name === outcome)
/** Some task outcomes say what became of the record of a session. */
function toSettleRecord(event          , context         )             {
  if (event.type !== 'task.completed' || event.data.about === undefined) return []
  const chosen = outcomeOf(event, context)
  if (!chosen?.record) return []
  const { about: sessionId, note = chosen.label } = event.data
  const said =
    chosen.record === 'none' ? { record: chosen.record, withoutRecord: note } : { record: chosen.record }
  return [reaction(session, { type: 'settleRecord', caseId: event.caseId, sessionId, ...said })]
}
/** Some task outcomes recall the decision. */
function toRecall(event          , context         )             {
  if (event.type !== 'task.completed') return []
  const { note } = event.data
  const chosen = outcomeOf(event, context)
  if (!chosen?.recalls) return []
  return [reaction(workProducts, { type: 'recallInForce', caseId: event.caseId, why: note ?? chosen.label })]
}
/** Some task outcomes send back what the decision sends back, before the rules of the profile run. */
function toSendBack(event          , { profile }         )             {
  if (event.type !== 'task.completed' || event.data.outcome === undefined || isBrought(event)) return []
  const { type, outcome } = event.data
  const chosen = profile.taskTypes
    .find(({ name }) => name === type)
    ?.outcomes?.find(({ name }) => name === outcome)
  if (!chosen?.sendsBack) return []
  const { caseId, id, at } = event
  return [reaction(remands, { type: 'sendBack', caseId, event: { id, at } })]
}
/** Imported history triggers no rules. */
const isBrought = ({ data }          ) =>
  data !== null &&
  (('isBrought' in data && data.isBrought) || ('brought' in data && data.brought !== undefined))
function toTakeUp(event          )             {
  if (event.type !== 'case.opened' || !event.data.brought) return []
  const { caseId, id, at, data } = event
  return [reaction(work, { type: 'bring', caseId, opening: { id, at, data } })]
}
function toOweDeliveries(event          )             {
  const { caseId, id, at } = event
  switch (event.type) {
    // Deliveries owed on a closed case would have no task.
    case 'workProduct.signed':
    case 'workProduct.cleared':
      return [reaction(work, { type: 'requireOpen', caseId })]
    case 'workProduct.released': {
      const { workProductId } = event.data
      return [reaction(deliveries, { type: 'oweDeliveries', caseId, workProductId, released: { id, at } })]
    }
    case 'workProduct.recalled': {
      const { workProductId, why } = event.data
      return [
        reaction(deliveries, { type: 'withdrawDeliveries', caseId, workProductId, why }),
        reaction(deadLetters, { type: 'dropDecision', caseId, workProductId, why }),
      ]
    }
    default:
      return []
  }
}
/** A letter that is sent is a document of the case. */
function toFileLetter(event          , { profile }         )             {
  if (event.type !== 'letter.composed') return []
  const { documentId, subject: name, sha256, bytes, pageCount, date: receiptDate } = event.data
  const document = {
    documentId,
    name,
    description: '',
    categories: [profile.unsortedCategory],
    receiptDate,
    content: { sha256, bytes, mediaType: 'application/pdf', firstPage: 1, pageCount },
    madeAs: 'sentLetter'         ,
  }
  const { caseId } = event
  return [reaction(caseFile, { type: 'fileDocuments', caseId, documents: [document], onDuplicate: 'link' })]
}
/** A recording is to be transcribed, one for all tracks of its session. */
function toAwaitTranscript(event          )             {
  if (event.type !== 'session.artifactFiled' || event.data.kind !== 'recording') return []
  const { caseId, id, at } = event
  const { sessionId, documentId, speaker, startedAt, durationMs } = event.data
  const timed = withoutUndefined({ startedAt, durationMs })
  const recording = { documentId, speaker: speaker?.name ?? 'Unknown speaker', ...timed }
  return [reaction(transcripts, { type: 'awaitTranscript', caseId, sessionId, recording, event: { id, at } })]
}
/** A transcript is a document of the case; one that is made anew, or certified, revises it. */
function toFileTranscript(event          , { profile }         )             {
  if (event.type !== 'transcript.drafted' && event.type !== 'transcript.printed') return []
  const { caseId } = event
  const { sessionId, transcriptId, documentId, name, sha256, bytes, pageCount, date } = event.data
  const mediaType = 'application/pdf'
  const content = { sha256, bytes, mediaType, firstPage: 1, pageCount }
  if (event.type === 'transcript.printed' || event.data.isAnew)
    return [reaction(caseFile, { type: 'reviseDocument', caseId, documentId, content })]
  const { transcript: documentType } = profile.sessions.documentTypes ?? {}
  const category = profile.documentTypes.find((type) => type.name === documentType)?.category
  const document = {
    documentId,
    name,
    ...withoutUndefined({ documentType }),
    description: '',
    categories: [category ?? profile.unsortedCategory],
    receiptDate: date,
    content,
    madeAs: 'transcript'         ,
  }
  const artifact = { sessionId, artifactId: transcriptId, kind: 'transcript'         , mediaType }
  return [reaction(caseFile, { type: 'fileArtifact', caseId, document, artifact })]
}
/** Whenever somebody's age may have come to matter. */
function byAge(event          )             {
  const { type, caseId, id, at } = event
  const matters =
    ['party.recorded', 'party.merged', 'party.removed', 'case.reopened'].includes(type) ||
    (event.type === 'timer.fired' && event.data.name === ageTimer)
  return matters ? [reaction(priority, { type: 'weighAge', caseId, event: { id, at } })] : []
}
/** Whenever a power of attorney may have come to its end, or to another one. */
function byPower(event          )             {
  const { type, caseId, id, at } = event
  const matters =
    (event.type === 'party.representationChanged' && event.data.change !== 'ended') ||
    ['party.merged', 'party.removed', 'case.reopened'].includes(type) ||
    (event.type === 'timer.fired' && event.data.name === powerTimer)
  return matters ? [reaction(powersOfAttorney, { type: 'watchPowers', caseId, event: { id, at } })] : []
}
function byCourt(event          , { profile }         )             {
  if (event.type === 'remand.received')
    return [reaction(priority, { type: 'courtRemand', caseId: event.caseId, why: event.data.why })]
  if (event.type !== 'case.opened' && event.type !== 'case.corrected') return []
  const type = profile.caseTypes.find(({ name }) => name === event.data.caseType)
  if (!type?.isCourtRemand) return []
  const why = `It is of the type “${type.label}”.`
  return [reaction(priority, { type: 'courtRemand', caseId: event.caseId, why })]
}
/** What goes on in another case is not decided in this one too. */
function bySplit(event          )             {
  if (event.type !== 'case.linked' || event.data.direction !== 'to') return []
  const { caseId, data } = event
  const { kind, shared } = data
  const why = `It goes on as the case ${data.caseId}.`
  const issueIds = (shared?.issues ?? []).map(({ id }) => id)
  if (kind === 'split')
    return issueIds.map((issueId) =>
      reaction(issues, { type: 'removeIssue', caseId, issueId, how: 'moved', why }),
    )
  return [
    ...(issueIds.length > 0 ? [reaction(issues, { type: 'moveIssues', caseId, issueIds, why })] : []),
    ...(kind === 'substitution'
      ? [reaction(work, { type: 'stop', caseId, reason: kind, goesOnAs: data.caseId })]
      : []),
  ]
}
/** A decision that is taken back decides its issues here no more; those that go on elsewhere stay there. */
function byRecall(event          )             {
  if (event.type !== 'workProduct.recalled') return []
  const { caseId, data } = event
  const { workProductId, why } = data
  return [
    reaction(remands, { type: 'endRemands', caseId, how: 'recalled', workProductId, why }),
    reaction(issues, { type: 'leaveContinued', caseId }),
  ]
}
/** A remand ends with the last of its issues, and goes on with one that is back. */
function byLeaving(event          )             {
  if (event.type === 'issue.restored') {
    const { issueId } = event.data
    return [reaction(remands, { type: 'resumeIssue', caseId: event.caseId, issueId })]
  }
  if (event.type !== 'issue.removed') return []
  return [reaction(remands, { type: 'endEmpty', caseId: event.caseId })]
}
/** Nothing is left hanging on a closed case. */
function byClosing(event          )             {
  if (event.type !== 'case.closed') return []
  const { caseId } = event
  const { sessions = [], drafts = [] } = event.data
  const why = 'The case was closed.'
  return [
    reaction(remands, { type: 'endRemands', caseId, how: 'closed', why }),
    ...sessions.map((sessionId) =>
      reaction(session, { type: 'endSession', caseId, sessionId, outcome: 'withdrawn', why }),
    ),
    ...drafts.map((workProductId) => reaction(workProducts, { type: 'discard', caseId, workProductId, why })),
  ]
}
/** What ended with the case is back with it. */
function byReopening(event          )             {
  if (event.type !== 'case.reopened') return []
  const { caseId, data } = event
  const { why, sessions = [], drafts = [], issues: issueIds = [], remands: sent = [] } = data
  return [
    ...(issueIds.length > 0 ? [reaction(issues, { type: 'restoreList', caseId, issueIds })] : []),
    ...(sent.length > 0 ? [reaction(remands, { type: 'resumeRemands', caseId, remands: sent, why })] : []),
    ...drafts.map((draft) => reaction(workProducts, { type: 'reinstate', caseId, ...draft, why })),
    ...sessions.map((one) => reaction(session, { type: 'requestSession', caseId, ...one, why })),
  ]
}
/** Mail that ends issues, by what its type in the profile says. */
function byWithdrawal(event          , { profile }         )             {
  if (event.type !== 'task.completed') return []
  const { caseId, data } = event
  const { type, scope, issueIds } = data
  if (scope === undefined || scope === 'none') return []
  const row = profile.mailTypes.find(({ taskType }) => taskType === type)
  if (!row || row.asksScope?.issues === 'stay') return []
  const why = `${row.label}.`
  return [reaction(issues, { type: 'withdrawIssues', caseId, why, ...withoutUndefined({ issueIds }) })]
}
const eventsOfRules = eventsIn(({ workflows }) =>
  workflows.flatMap(({ rules }) => rules.map(({ on }) => on.event)),
)
const eventsOfDeadlines = eventsIn(({ timers }) =>
  timers.flatMap(({ extendedBy = [], tolledBy = [] }) => [
    ...extendedBy.map(({ on }) => on.event),
    ...tolledBy.flatMap(({ from, until }) => [from, ...until].map(({ event }) => event)),
  ]),
)
/** Looked up once for each profile. */
function eventsIn(list                                )                                       {
  const known = new WeakMap                         ()
  return (profile) => {
    const types = known.get(profile) ?? new Set(list(profile)               )
    known.set(profile, types)
    return types
  }
}
return { reactions, isBrought }
})()

const coreEndings = (() => {
const { Refusal } = coreKernelDecider
const { taskTypeOf } = coreWorkDraft
/** What ends with a command: told by the events that it and its consequences would write. */
/** What a command says by itself that it ends, which is no surprise. */
const ids = (...named          )        => ({ ids: named })
/** What each command names, by where it is sent. */
const namedBy = {
  completeTask: ({ taskId }              ) => ids(taskId),
  cancelTask: ({ taskId }              ) => ids(taskId),
  docketCase: ()        => ({}),
  refuseDocketing: ()        => ({ isOfCase: true }),
  linkCase: ({ issueIds }                        ) => ids(...issueIds),
  endSession: ({ sessionId }                 ) => ids(sessionId),
  removeIssue: ({ issueId }               ) => ids(issueId),
  submitWorkProduct: ()        => ({}),
  signWorkProduct: ()        => ({}),
  discardWorkProduct: ({ workProductId }                     ) => ids(workProductId),
  recallWorkProduct: ()        => ({ isOfStep: true }),
  retryLetter: ({ letterId }                ) => ids(letterId),
  receiptLetter: ({ letterId }                )        => ({ ids: [letterId], isFact: true }),
  settleConflict: ({ partyId }               ) => ids(partyId),
  reportEffectuation: ()        => ({ isFact: true }),
}
/** What a case has, of what may end. */
/** `named` is what the command itself names: that it ends is no surprise. */
function endedBy(events                     , named                    = [])        {
  const ended        = { issues: [], tasks: [], sessions: [], drafts: [], remands: [] }
  for (const event of events) {
    switch (event.type) {
      case 'case.closed':
        ended.closes = { reason: event.data.reason, isDecided: event.data.workProductId !== undefined }
        break
      case 'issue.removed':
        ended.issues.push({ id: event.data.issueId, as: event.data.how })
        break
      case 'task.handedOver':
        ended.tasks.push(event.data.taskId)
        ended.moved = [...(ended.moved ?? []), event.data.taskId]
        break
      case 'task.cancelled':
        if (!named.includes(event.data.taskId)) ended.tasks.push(event.data.taskId)
        break
      case 'session.withdrawn':
        ended.sessions.push(event.data.sessionId)
        break
      case 'remand.ended':
        ended.remands.push(event.data.remandId)
        break
      case 'workProduct.discarded':
        ended.drafts.push(event.data.workProductId)
        break
    }
  }
  return ended
}
/** What would end, as somebody is shown it, with the hash of all that is shown. */
function endingOf(
  ended       ,
  { tasks, issues, past, sessions, letters, holds }          ,
  { profile, named }                                    ,
)         {
  const { closes } = ended
  const leaving = new Map(ended.issues.map(({ id, as }) => [id, as]))
  const reason = profile.closeReasons.find(({ name }) => name === closes?.reason)
  const content = {
    ...(closes ? { case: { reason: closes.reason, label: reason?.label ?? closes.reason } } : {}),
    issues: [...issues, ...past].flatMap((issue) => {
      const { id, issueType, description, signedIn } = issue
      const as = leaving.get(id)
      const staysUndecided = closes && !signedIn && issues.includes(issue)
      if (!as && !staysUndecided) return []
      return [{ id, issueType, ...(description ? { description } : {}), as: as ?? ('undecided'         ) }]
    }),
    tasks: tasks
      .filter(({ id }) => ended.tasks.includes(id))
      .map(({ id, type, status, assignee }) => {
        const as = ended.moved?.includes(id) ? { as: 'moved'          } : {}
        return { id, type, label: taskTypeOf({ profile }, type)?.label ?? type, status, assignee, ...as }
      }),
    sessions: sessions.filter(({ id }) => ended.sessions.includes(id)),
    drafts: ended.drafts.map((id) => ({ id, status: 'discarded' })),
    ...(ended.remands.length > 0 ? { remands: ended.remands.map((id) => ({ id })) } : {}),
    letters: closes ? letters : [],
    holds: closes ? holds : [],
  }
  const { ids = [], isOfCase = false, isOfStep = isOfCase } = named
  const isNamed = ({ id }                ) => ids.includes(id)
  const abouts = new Map(tasks.map(({ id, about }) => [id, about]))
  const isExpected = ({ id, type }                         ) =>
    ids.includes(abouts.get(id) ?? '') || (isOfStep && taskTypeOf({ profile }, type)?.isExclusive === true)
  const { case: _, issues: leave, tasks: cancelled, ...others } = content
  const closesUndecided = closes !== undefined && !closes.isDecided
  const isRequired =
    (!isOfCase && (closesUndecided || !leave.every(isNamed))) ||
    !cancelled.every((task) => task.as === 'moved' || isExpected(task)) ||
    !Object.values(others).every((list) => list.every(isNamed))
  return { hash: hash('sha256', JSON.stringify(content)), isRequired, ...content }
}
/** A command ends only what its sender has seen. */
function refuseUnseen(ending        , seen                    ) {
  if (seen === undefined && ending.isRequired) {
    throw new Refusal(
      'stateForbids',
      `This would end ${sentenceOf(ending)}: look at what would end first (POST /cases/{id}/endings), and send its hash as ends.`,
    )
  }
  if (seen !== undefined && seen !== ending.hash) {
    throw new Refusal('conflict', 'What would end has changed since you looked: look at it again.')
  }
}
function sentenceOf(ending        )         {
  const counted = (['issues', 'tasks', 'sessions', 'drafts', 'remands', 'letters', 'holds']         ).flatMap(
    (kind) => {
      const { length } = ending[kind] ?? []
      return length === 0 ? [] : [`${length} ${length === 1 ? kind.slice(0, -1) : kind}`]
    },
  )
  return [...(ending.case ? ['the case'] : []), ...counted].join(', ')
}
return { namedBy, endedBy, endingOf, refuseUnseen }
})()

const coreKernelLayered = (() => {
/**
 * A large record that changes one member at a time. Recent changes are kept in a small layer on top, so that a change
 * copies only that; null there marks a removed member. Plain JSON, as a state must be.
 */
const mostAbove = 64
const emptyLayers = { below: {}, above: [] }
function memberOf       ({ below, above }                , key        )                    {
  // Not by taking the pairs apart, which takes twenty times as long: this is asked of every command.
  const changed = above.findLast((change) => change[0] === key)
  if (changed) return changed[1] ?? undefined
  return Object.hasOwn(below, key) ? below[key] : undefined
}
function withMember       (
  { below, above }                ,
  key        ,
  value              ,
)                 {
  const changes = [...above, [key, value]         ]
  if (changes.length <= mostAbove) return { below, above: changes }
  return { below: membersOf({ below, above: changes }), above: [] }
}
/** Both layers merged. */
function membersOf       ({ below, above }                )                        {
  const members = new Map                      (Object.entries(below))
  for (const [key, value] of above) members.set(key, value)
  return Object.fromEntries([...members].filter((entry)                           => entry[1] !== null))
}
return { emptyLayers, memberOf, withMember, membersOf }
})()

const coreFileDocumentLabels = (() => {
const { Refusal } = coreKernelDecider
const { namesOf, refuseUnknownWord, unknownWord } = coreKernelKnownWords
/** The labels of a document: unless set, its type suggests the category. */
function sorted(
  { documentType, categories }         ,
  profile                                                       ,
  unsorted                   ,
)                                                  {
  const type = documentType === undefined ? undefined : typeNamed(documentType, profile)
  const known = namesOf(profile.documentCategories)
  for (const category of categories ?? []) refuseUnknownWord('category', category, known)
  const suggested = type ? [type.category] : unsorted
  return { ...(type ? { documentType: type.name } : {}), categories: [...(categories ?? suggested)] }
}
/** The mail types that a document of this type suggests, in the order of the profile. */
function mailSuggestedBy(
  documentType                    ,
  { mailTypes }                            ,
)           {
  if (documentType === undefined) return []
  return mailTypes.filter(({ documentTypes }) => documentTypes.includes(documentType)).map(({ name }) => name)
}
function typeNamed(name        , { documentTypes }                                ) {
  const known = documentTypes.find((type) => type.name === name)
  if (known) return known
  throw new Refusal('invalid', unknownWord('document type', name, namesOf(documentTypes)))
}
return { sorted, mailSuggestedBy }
})()

const coreFileReceiptDate = (() => {
const { Refusal } = coreKernelDecider
const { withoutUndefined } = coreKernelWithoutUndefined
const { dayOf, daysLater } = coreTimeMoments
/** What has been received was not received later; somewhere on earth it is tomorrow already. */
function refuseReceivedLater(receiptDate                    , now      ) {
  if (receiptDate !== undefined && receiptDate > dayOf(daysLater(now, 1)))
    throw new Refusal('invalid', `receiptDate must not be in the future: it is ${receiptDate}.`)
}
/** What was posted came on the day of its postmark or later. */
function refusePostmarkLater(receiptDate        , postmarkDate                    ) {
  if (postmarkDate !== undefined && postmarkDate > receiptDate)
    throw new Refusal(
      'invalid',
      `postmarkDate must not be after receiptDate: it is ${postmarkDate}, and the mail was received on ${receiptDate}.`,
    )
}
/** When and how a piece of mail came, where somebody has said so. */
function arrivalOf(
  { receiptDate, channel, postmarkDate }              ,
  now      ,
)                      {
  if (receiptDate === undefined) {
    if (channel === undefined && postmarkDate === undefined) return undefined
    throw new Refusal(
      'invalid',
      'receiptDate must be given with channel or postmarkDate: the day on which the mail was received.',
    )
  }
  refuseReceivedLater(receiptDate, now)
  refusePostmarkLater(receiptDate, postmarkDate)
  return { receivedOn: receiptDate, ...withoutUndefined({ channel, postmark: postmarkDate }) }
}
return { refuseReceivedLater, refusePostmarkLater, arrivalOf }
})()

const coreFileDocument = (() => {
const { isSame } = coreKernelChain
const { authorOf, Refusal } = coreKernelDecider
const { emptyLayers, memberOf, withMember } = coreKernelLayered
const { withoutUndefined } = coreKernelWithoutUndefined
const { isCalendarDate } = coreTimeMoments
const { sorted } = coreFileDocumentLabels
const { refuseReceivedLater } = coreFileReceiptDate
/** Only curators see held and removed documents; for everyone else a document `mustBeCurrent`. */
/** `held` waits for a person, `removed` was taken out; neither is listed, searched or exported. */
/** Where an annotation is on the new version of its document, if anywhere. */
/** Who sees an annotation; edits keep its visibility. */
const longestTag = 200
const longestComment = 10_000
/** A document's tags, annotations and read marks. */
const document                                          = {
  name: 'document',
  needs: {
    tag: 'tag',
    untag: 'tag',
    annotate: 'annotate',
    editAnnotation: 'annotate',
    moveAnnotation: 'annotate',
    replaceAnnotation: 'annotate',
    removeAnnotation: 'annotate',
    setRead: 'markRead',
    editDocument: 'curateDocuments',
    setStatus: 'curateDocuments',
    link: 'curateDocuments',
    setLinked: 'curateDocuments',
    reanchor: null,
  },
  stateVersion: 5,
  reads: (command) => ({ subject: command.documentId }),
  initial: {
    pages: null,
    version: 1,
    labels: null,
    status: 'current',
    duplicates: null,
    tags: emptyLayers,
    annotations: emptyLayers,
    readMarks: {},
  },
  evolve(state, event) {
    const made = { by: authorOf(event).name, at: event.at }
    switch (event.type) {
      case 'document.filed':
        return {
          ...state,
          pages: { start: event.data.startPage, end: event.data.endPage },
          labels: labelsOf(event.data),
        }
      case 'document.revised':
        return {
          ...state,
          duplicates: null,
          pages: { start: event.data.startPage, end: event.data.endPage },
          version: event.data.version,
        }
      case 'document.divided':
        return state.pages
          ? { ...state, pages: { ...state.pages, end: event.data.endPage }, labels: labelsOf(event.data) }
          : state
      case 'document.edited':
        return { ...state, labels: labelsOf(event.data) }
      case 'document.held':
        return { ...state, status: 'held' }
      case 'document.admitted':
        return { ...state, status: 'current' }
      case 'document.removed':
        return { ...state, status: 'removed' }
      case 'document.linked':
        return {
          ...state,
          duplicates: { version: state.version, runs: event.data.duplicates, isLinked: true },
        }
      case 'document.unlinked':
        return { ...state, duplicates: state.duplicates && { ...state.duplicates, isLinked: false } }
      case 'document.tagged':
        return { ...state, tags: withMember(state.tags, event.data.text, made) }
      case 'document.untagged':
        return { ...state, tags: withMember(state.tags, event.data.text, null) }
      case 'document.annotated': {
        const { annotationId, page, visibility, teams } = event.data
        const sight = withoutUndefined({ visibility, teams })
        const annotation = { by: authorOf(event).id, at: event.at, page, isOrphaned: false, sight }
        return { ...state, annotations: withMember(state.annotations, annotationId, annotation) }
      }
      case 'document.annotationMoved':
        return anchored(state, event.data.annotationId, { page: event.data.page, isOrphaned: false })
      case 'document.annotationOrphaned':
        return anchored(state, event.data.annotationId, { isOrphaned: true })
      case 'document.annotationRemoved':
        return { ...state, annotations: withMember(state.annotations, event.data.annotationId, null) }
      case 'document.markedRead':
      case 'document.markedUnread': {
        const mark = { read: event.type === 'document.markedRead', at: event.at }
        return { ...state, readMarks: { ...state.readMarks, [authorOf(event).id]: mark } }
      }
      default:
        return state
    }
  },
  decide(command, state, call) {
    const isHidden = command.mustBeCurrent && state.status !== 'current'
    if (!state.pages || isHidden) throw new Refusal('notFound', 'There is no such document in this appeal.')
    if (state.status === 'removed' && worksOnIt(command)) {
      throw new Refusal('stateForbids', 'The document was removed from the file.')
    }
    switch (command.type) {
      case 'editDocument':
        return edit(command, state, call)
      case 'tag':
        return tag(command, state)
      case 'untag':
        return untag(command, state)
      case 'annotate':
        return annotate(command, state, call)
      case 'moveAnnotation':
        return moveAnnotation(command, state, call)
      case 'replaceAnnotation':
        return replaceAnnotation(command, state, call)
      case 'editAnnotation':
        return editAnnotation(command, state, call)
      case 'removeAnnotation':
        return removeAnnotation(command, state, call)
      case 'setRead':
        return setRead(command, state, call)
      case 'setStatus':
        return setStatus(command, state)
      case 'link':
        return link(command, state)
      case 'setLinked':
        return setLinked(command, state)
      case 'reanchor':
        return reanchor(command, state)
    }
  },
}
function worksOnIt({ type }                 )          {
  return ['tag', 'annotate', 'editAnnotation', 'moveAnnotation', 'replaceAnnotation', 'setRead'].includes(
    type,
  )
}
function anchored(
  state               ,
  annotationId        ,
  change                                        ,
)                {
  const annotation = memberOf(state.annotations, annotationId)
  if (!annotation) return state
  return { ...state, annotations: withMember(state.annotations, annotationId, { ...annotation, ...change }) }
}
function tag({ documentId, text: given, visibility }           , state               )         {
  const text = given.trim()
  if (text === '') throw new Refusal('invalid', 'A tag needs a text.')
  // URLs resolve these two: such a tag could never be removed.
  if (text === '.' || text === '..') throw new Refusal('invalid', 'The text of a tag must not be only dots.')
  const length = text.length > longestTag ? [...text].length : text.length
  if (length > longestTag) {
    throw new Refusal('invalid', `A tag has at most ${longestTag} characters; this one has ${length}.`)
  }
  if (memberOf(state.tags, text)) return []
  const data = { documentId, text, ...(visibility === undefined ? {} : { visibility }) }
  return [{ type: 'document.tagged', subject: documentId, data }]
}
function untag({ documentId, text: given }             , state               )         {
  const text = given.trim()
  if (text === '') throw new Refusal('invalid', 'A tag needs a text.')
  if (!memberOf(state.tags, text)) return []
  return [{ type: 'document.untagged', subject: documentId, data: { documentId, text } }]
}
function annotate(command                , state               , call      )         {
  const { type: _, caseId: __, mustBeCurrent: ___, ...given } = command
  // What was undone twice is there already.
  if (memberOf(state.annotations, given.annotationId)) return []
  const annotation = given.replyTo === undefined ? given : reply(given, given.replyTo, state, call)
  refuseBadPlace(annotation, state)
  refuseBadWords(annotation)
  return [{ type: 'document.annotated', subject: annotation.documentId, data: annotation }]
}
/** On the page of what it answers, and for the same readers. */
function reply                             (
  { visibility: _, ...given }       ,
  replyTo        ,
  state               ,
  call      ,
) {
  const parent = memberOf(state.annotations, replyTo)
  if (!parent || !isSeenBy(call, parent))
    throw new Refusal('notFound', 'replyTo must name an annotation on this document.')
  const { visibility = 'staff', teams = [] } = parent.sight
  const sight = { visibility, ...(visibility === 'team' ? { teams } : {}) }
  return { ...given, replyTo, page: parent.page, ...sight }
}
function refuseBadPlace({ page, rects = [] }                , { pages }               ) {
  if (pages && (page < pages.start || page > pages.end)) {
    throw new Refusal(
      'invalid',
      `Page ${page} is not in this document: its pages are ${pages.start} to ${pages.end}.`,
    )
  }
  if (rects.some(({ left, top, right, bottom }) => left > right || top > bottom)) {
    throw new Refusal('invalid', 'rects must each have left before right and top above bottom.')
  }
}
function ownAnnotation(state               , annotationId        , { actor }      ) {
  const annotation = memberOf(state.annotations, annotationId)
  if (annotation?.by === actor.id) return annotation
  throw new Refusal('notFound', 'There is no such annotation of yours on this document.')
}
function moveAnnotation(command                      , state               , call      )         {
  const { documentId, annotationId, page, x, y, rects } = command
  ownAnnotation(state, annotationId, call)
  refuseBadPlace(command, state)
  const data = { documentId, annotationId, page, ...withoutUndefined({ x, y, rects }) }
  return [{ type: 'document.annotationMoved', subject: documentId, data }]
}
function refuseBadWords({ comment, relevantDate }                ) {
  if (comment !== undefined && [...comment].length > longestComment) {
    throw new Refusal('invalid', `A comment has at most ${longestComment} characters.`)
  }
  if (relevantDate !== undefined && !isCalendarDate(relevantDate)) {
    throw new Refusal('invalid', `relevantDate must be a real date as YYYY-MM-DD: ${relevantDate} is not.`)
  }
}
function isSeenBy({ actor, caller }      , { by, sight }                              )          {
  const { visibility = 'staff', teams = [] } = sight
  if (by === actor.id) return true
  return visibility === 'team' ? teams.some((team) => caller?.teams.includes(team)) : visibility !== 'private'
}
function editAnnotation(command                      , state               , call      )         {
  const { documentId, annotationId, comment, relevantDate } = command
  const annotation = ownAnnotation(state, annotationId, call)
  refuseBadWords(command)
  const data = withoutUndefined({ comment, relevantDate })
  return [
    {
      type: 'document.annotationEdited',
      subject: documentId,
      data: { documentId, annotationId, ...data, ...annotation.sight },
    },
  ]
}
/** For everyone it goes, and is told anew: so those see nothing of it who no longer may, and those all who now do. */
function replaceAnnotation(command                         , state               , call      )         {
  const { documentId, annotationId, content } = command
  ownAnnotation(state, annotationId, call)
  refuseBadPlace(content, state)
  refuseBadWords(content)
  return [
    { type: 'document.annotationRemoved', subject: documentId, data: { documentId, annotationId } },
    { type: 'document.annotated', subject: documentId, data: { documentId, annotationId, ...content } },
  ]
}
function removeAnnotation(command                        , state               , call      )         {
  const { documentId, annotationId, mayRemoveOthers } = command
  const annotation = memberOf(state.annotations, annotationId)
  if (!annotation) return []
  if (annotation.by !== call.actor.id && !mayRemoveOthers) {
    // To whom it is not shown, it is one that there is not.
    if (!isSeenBy(call, annotation)) return []
    throw new Refusal('forbidden', 'Only its author or an administrator may delete an annotation.')
  }
  return [{ type: 'document.annotationRemoved', subject: documentId, data: { documentId, annotationId } }]
}
function setRead({ documentId, read }               , state               , call      )         {
  const mark = Object.hasOwn(state.readMarks, call.actor.id) ? state.readMarks[call.actor.id] : undefined
  if (mark?.read === read) return []
  return [
    {
      type: read ? 'document.markedRead' : 'document.markedUnread',
      subject: documentId,
      data: { documentId },
    },
  ]
}
const statusEvents = {
  current: 'document.admitted',
  held: 'document.held',
  removed: 'document.removed',
}
function setStatus({ documentId, status, why: given }                 , state               )         {
  const why = given.trim()
  if (why === '')
    throw new Refusal('invalid', 'why must not be blank: say why the document is held, admitted or removed.')
  if (status === state.status) return []
  return [{ type: statusEvents[status], subject: documentId, data: { documentId, why } }]
}
/** A document with at least this share of repeated pages counts as a copy. */
const copyShare = 0.9
/** Duplicates found for a version are acted on once, so a person's later decision stays. */
function link({ documentId, version, duplicates, onDuplicate }            , state               )         {
  if (version !== state.version || duplicates.length === 0) return []
  if (state.duplicates?.version === version) return []
  const linked       = { type: 'document.linked', subject: documentId, data: { documentId, duplicates } }
  if (onDuplicate === 'link' || state.status !== 'current') return [linked]
  const repeated = duplicates.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0)
  const pages = state.pages ? state.pages.end - state.pages.start + 1 : 0
  if (repeated < pages * copyShare) return [linked]
  const why = `${repeated} of its ${pages} pages are in the file already, nearly word for word.`
  const type = onDuplicate === 'hold' ? 'document.held' : 'document.removed'
  return [linked, { type, subject: documentId, data: { documentId, why } }]
}
function setLinked({ documentId, linked }                 , state               )         {
  const { duplicates } = state
  if (!duplicates) throw new Refusal('stateForbids', 'This document has no known duplicates in the file.')
  if (duplicates.isLinked === linked) return []
  if (!linked) return [{ type: 'document.unlinked', subject: documentId, data: { documentId } }]
  return [{ type: 'document.linked', subject: documentId, data: { documentId, duplicates: duplicates.runs } }]
}
/** Only those that are not on the version yet: a person may have placed one there meanwhile. */
function reanchor({ documentId, version, anchors }                , state               )         {
  if (version !== state.version) return []
  return anchors.flatMap(({ annotationId, found })         => {
    const annotation = memberOf(state.annotations, annotationId)
    if (!annotation || isOn(state, annotation.page)) return []
    if (found && isOn(state, found.page)) {
      const data = { documentId, annotationId, ...found }
      return [{ type: 'document.annotationMoved', subject: documentId, data }]
    }
    if (annotation.isOrphaned) return []
    return [{ type: 'document.annotationOrphaned', subject: documentId, data: { documentId, annotationId } }]
  })
}
function isOn({ pages }               , page        )          {
  return pages !== null && page >= pages.start && page <= pages.end
}
/** What nobody has sorted follows the type that it is given. */
function edit(
  { documentId, ...command }                                            ,
  { labels }               ,
  { profile, at }         ,
)         {
  if (!labels) throw new Refusal('notFound', 'There is no such document in this appeal.')
  const { name = labels.name, description = labels.description, receiptDate = labels.receiptDate } = command
  if (name.trim() === '') throw new Refusal('invalid', 'name must not be blank.')
  refuseReceivedLater(command.receiptDate, at)
  const { documentType = labels.documentType } = command
  const isUnsorted = labels.categories.every((category) => category === profile.unsortedCategory)
  const kept = isUnsorted && command.documentType !== undefined ? undefined : labels.categories
  const said = { name: name.trim(), description, receiptDate }
  const known = profile.documentTypes.some((type) => type.name === documentType)
  const sorting =
    command.documentType === undefined && !known
      ? {
          ...(documentType === undefined ? {} : { documentType }),
          ...sorted({ categories: command.categories ?? kept }, profile, []),
        }
      : sorted({ documentType, categories: command.categories ?? kept }, profile, [])
  const edited = { ...said, ...sorting }
  if (isSame(edited, labels)) return []
  return [{ type: 'document.edited', subject: documentId, data: { documentId, ...edited } }]
}
function labelsOf({
  name,
  documentType,
  description,
  categories,
  receiptDate,
}                )                 {
  return {
    name,
    ...(documentType === undefined ? {} : { documentType }),
    description,
    categories,
    receiptDate,
  }
}
return { document }
})()

const coreWorkOffers = (() => {
const { Refusal } = coreKernelDecider
const { actionsOn, overridesOn } = coreWorkActions
const { answersTo } = coreWorkAnswersTo
const { completionOf, lackingOf } = coreWorkCompletion
const { childrenOf, draftFrom, taskTypeOf, workflowOf } = coreWorkDraft
const { applyRules } = coreWorkRules
const { scopeAsked } = coreWorkScope
const { evolveWork } = coreWorkState
const { work } = coreWorkWork
const nothingOffered         = {
  may: [],
  override: [],
  outcomes: [],
  opens: [],
  refused: [],
  notes: [],
}
/** What a member may do with a task: of the possible actions, those that would be accepted now, reactions included. */
function offersOn(task          , trial       )         {
  const { state, worker, profile, caseId } = trial
  if (state.isClosed && !profile.closedCases.accepts.includes('workTasks')) return nothingOffered
  const shown = { ...task, hasChildren: childrenOf(state, task.id).length > 0 }
  const may = actionsOn(shown, worker, { profile })
  const override = overridesOn(shown, worker, { profile })
  const { outcomes = [], children = [] } = taskTypeOf({ profile }, task.type) ?? {}
  const of = { caseId, taskId: task.id }
  const person = { kind: 'person'         , id: worker.id, name: worker.id }
  const asked = scopeAsked(task.type, state.caseType, profile)
  const answered = asked ? { changes: { scope: 'none'         , why: '-' } } : {}
  const refusalOf = (outcome                    ) =>
    refusalTo(
      {
        type: 'completeTask',
        ...of,
        ...(outcome ? { outcome } : {}),
        note: '-',
        person,
        override: '-',
        ...answered,
      },
      trial,
    )
  const isCompleted = [...may, ...override].includes('complete')
  const ways = outcomes.length > 0 ? outcomes.map(({ name }) => name) : [undefined]
  const completions = isCompleted ? ways.map((outcome) => ({ outcome, why: refusalOf(outcome) })) : []
  const taken = completions.filter(({ why }) => why === undefined)
  const opens = !may.includes('openChild')
    ? []
    : children.filter(
        (taskType) =>
          !refusalTo({ type: 'openTask', caseId, parentId: task.id, taskType, newTaskId: 'task_' }, trial),
      )
  const isOffered                                             = {
    complete: () => taken.length > 0,
    cancel: () => !refusalTo({ type: 'cancelTask', ...of, why: '-' }, trial),
    openChild: () => opens.length > 0,
  }
  const accepted = (actions              ) => actions.filter((action) => isOffered[action]?.() ?? true)
  return {
    may: accepted(may),
    override: accepted(override),
    outcomes: taken.flatMap(({ outcome = [] }) => outcome),
    opens,
    refused: completions.flatMap(({ outcome, why }) =>
      why === undefined ? [] : [{ action: 'complete'         , ...(outcome ? { outcome } : {}), why }],
    ),
    notes: taken.flatMap(({ outcome }) => {
      const lacking = lackingOf(task, outcome, { state, profile })
      return lacking ? [{ ...(outcome ? { outcome } : {}), why: lacking.why }] : []
    }),
    asksScope: asked !== undefined,
  }
}
/** Whether actions on tasks of a type may be refused for reasons beyond the task itself. */
function dependsOnCase(type        , caseType               , profile         )          {
  const known = taskTypeOf({ profile }, type)
  const isExclusive = (name        ) => taskTypeOf({ profile }, name)?.isExclusive
  if (known?.needsReceipts || completionOf(type, profile)) return true
  const isGuarded = (name        ) => isExclusive(name) || taskTypeOf({ profile }, name)?.byRulesOnly
  if (known?.children?.some(isGuarded)) return true
  return workflowOf({ profile }, caseType).rules.some(({ on, do: steps }) => {
    const isOfType = ['task.completed', 'task.cancelled'].includes(on.event) && on.task?.includes(type)
    if (!isOfType) return false
    return steps.some(
      (step) => 'close' in step || ('open' in step && isExclusive(step.open) && !known?.isExclusive),
    )
  })
}
const mostSteps = 500
/** In which words a command would be refused now, reactions included; undefined if it is accepted. */
function refusalTo(command             , { caseId, state, worker, at, profile }       )                     {
  const actor = { id: worker.id, name: worker.id, kind: worker.kind ?? 'person' }
  const call       = { at, actor, correlationId: 'trial' }
  try {
    const { roles, teams } = worker
    const waiting = work.decide(command, state, { ...call, caller: { roles, teams }, profile })
    let now = state
    const fold = (facts        ) => {
      for (const fact of facts) now = evolveWork(now, { ...fact, at: at.toISOString(), actor })
    }
    fold(waiting)
    const { rules } = workflowOf({ profile }, state.caseType)
    for (let step = 0; step < waiting.length; step++) {
      if (step > mostSteps) return 'Too much would follow from it.'
      const trigger = { ...(waiting[step]        ), id: `evt_${step}`, at: at.toISOString(), actor }
      if (!rules.some((rule) => answersTo(rule, trigger))) continue
      const draft = draftFrom(caseId, now, { ...call, profile })
      applyRules(draft, trigger)
      fold(draft.facts)
      waiting.push(...draft.facts)
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
return { nothingOffered, offersOn, dependsOnCase }
})()

const coreWorkCaseState = (() => {
const { wholeDaysSince } = coreTimeMoments
/** The profile's status for a case without work. */
/** The state of a case without work. */
function stateBeforeWork(
  { beforeWork, root }                                        ,
  { openedAt, version }                                       ,
  asOf      ,
)            {
  return {
    ...beforeWork,
    step: root,
    assignee: null,
    enteredStepAt: openedAt,
    ageInStepDays: wholeDaysSince(openedAt, asOf),
    deadlines: [],
    openTasks: 0,
    version,
  }
}
/** A deadline that runs on a case; without a day it stands still. */
/** Of the timers of a case those that are deadlines of the profile, the next first. */
function deadlinesIn(timers                  )                  {
  return timers
    .flatMap(({ deadline: name, day = null, due: endsAt = null, why = null }) =>
      name === undefined ? [] : [{ name, day, endsAt, why }],
    )
    .toSorted((one, other) => ((one.endsAt ?? '~') < (other.endsAt ?? '~') ? -1 : 1))
}
function presentDeadlines(facts                          , { timers }         )                 {
  return facts.map(({ name, day, endsAt, why }) => {
    const { label = name, forParties = false } = timers.find((timer) => timer.name === name) ?? {}
    return {
      name,
      label,
      ...(day === null ? {} : { day }),
      ...(endsAt === null ? {} : { endsAt: new Date(endsAt).toISOString() }),
      why: why ?? '',
      isForParties: forParties,
    }
  })
}
return { stateBeforeWork, deadlinesIn, presentDeadlines }
})()

const coreDecisionFollowRules = (() => {
const { Refusal } = coreKernelDecider
const { reactions } = coreReactions
const { evolveWork } = coreWorkState
const { work } = coreWorkWork
const { workProducts } = coreDecisionWorkProduct
const { evolve } = coreDecisionWorkProductState
const mostSteps = 500
/** What would follow from these facts, among the work and the work products of the case; throws what is refused. */
function followRules(
  facts                 ,
  {
    caseId,
    products,
    caseWork,
    context,
  }                                                                                        ,
) {
  const { caller: _, ...byTheService } = context
  const { actor } = context
  const at = context.at.toISOString()
  let now = { products, caseWork }
  const waiting         = []
  const add = (made                 ) => {
    waiting.push(...made)
    for (const fact of made) {
      const event = { ...fact, at, actor }
      now = { products: evolve(now.products, event), caseWork: evolveWork(now.caseWork, event) }
    }
  }
  add(facts)
  for (let step = 0; step < waiting.length; step++) {
    if (step > mostSteps)
      throw new Refusal('stateForbids', 'The rules of the profile form a loop here: nothing was changed.')
    const event = { ...(waiting[step]        ), id: `evt_${step}`, caseId, at, actor }
    for (const { decider, command } of reactions.to(event, context)) {
      if (decider.name === work.name) add(work.decide(command         , now.caseWork, byTheService))
      if (decider.name === workProducts.name)
        add(workProducts.decide(command         , now.products, byTheService))
    }
  }
}
return { followRules }
})()

const coreDecisionProductOffers = (() => {
const workProductActions = ["save","comment","submit","return","discard","sign","release","recall"]
const { Refusal } = coreKernelDecider
const { followRules } = coreDecisionFollowRules
const { holderIn } = coreDecisionHolders
const { workProducts } = coreDecisionWorkProduct
/**
 * What a member may do with a work product: of what their roles allow, what would be accepted now but for its blockers,
 * with all that follows from it by the rules of the workflow.
 */
function productOffers(
  of                                           ,
  state                   ,
  { context, allowed, caseWork }                                                                       ,
)                     {
  const product = state.products[of.workProductId]
  if (!product) return { may: [], override: [], heldBy: null }
  const { version, status } = product
  const isAllowed = (action        ) => allowed.includes(action)
  const sha256 = 'trial'
  const commandFor = (override         )                                            => {
    const reason = override === undefined ? {} : { override }
    const prepared = {
      blockers: [],
      shown: sha256,
      packageSha256: sha256,
      dispositions: [],
      recipients: [],
      warnings: [],
    }
    const mayOverride = isAllowed('signForOthers')
    return {
      save: {
        ...of,
        type: 'save',
        baseVersion: version,
        contentSha256: sha256,
        issueIds: [],
        mayEditInReview: isAllowed('reviewDrafts'),
      },
      submit: { ...of, type: 'submit', version, ...reason },
      return: { ...of, type: 'return', version, reasonsSha256: sha256, ...reason },
      discard: { ...of, type: 'discard', why: '-' },
      comment: { ...of, type: 'comment', commentId: sha256, textSha256: sha256 },
      sign: { ...of, type: 'sign', version, prepared, mayOverride, ...reason },
      release: { ...of, type: 'release' },
      recall: { ...of, type: 'recall', why: '-' },
    }
  }
  const isAccepted = (command                ) => {
    const needed = workProducts.needs?.[command.type]
    if (needed && !isAllowed(needed)) return false
    try {
      const facts = workProducts.decide(command, state, context)
      followRules(facts, { caseId: of.caseId, products: state, caseWork, context })
      return facts.length > 0
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const may = workProductActions.filter((action) => isAccepted(commandFor()[action]))
  const override = workProductActions.filter(
    (action) => !may.includes(action) && isAccepted(commandFor('-')[action]),
  )
  return { may, override, heldBy: holderIn(state.tasks, status, context.profile) }
}
return { productOffers }
})()

const coreDecisionBlockIds = (() => {
const { canonicalJson } = coreKernelChain
const { Refusal } = coreKernelDecider
/** A block, a list item or a table row; `children` are what has IDs inside it. */
const childrenKeys = ['items', 'rows', 'edited']
/** Below this share of words in common, a block is another block. */
const leastAlike = 0.3
/** Where more words than this would be compared with others, blocks are compared with their neighbours only. */
const mostCompared = 4_000_000
/**
 * Gives every block, list item and table row its ID: its own, that of the same or the most similar words in the text
 * before, or a new one.
 */
function withIds     (
  given                         ,
  { before, makeId }                                                               ,
)                 {
  const taken = new Set        ()
  for (const { nodes } of sectionsOf(given))
    for (const node of flatten(nodes)) {
      if (node.id === undefined) continue
      if (taken.has(node.id))
        throw new Refusal('invalid', `content must name each block once: ${node.id} is in it twice.`)
      taken.add(node.id)
    }
  const ids = new Map              ()
  const reach = reachIn(given)
  const earlier = new Map(sectionsOf(before ?? empty).map(({ name, nodes }) => [name, nodes]))
  for (const { name, nodes } of sectionsOf(given)) {
    const was = earlier.get(name) ?? []
    matchEqual(nodes, was, ids, taken)
    matchSimilar(nodes, was, { ids, taken, reach })
  }
  const all = sectionsOf(given).flatMap(({ nodes }) => nodes)
  const allBefore = [...earlier.values()].flat()
  const moved = all.filter((node) => !isNamed(node, ids))
  matchEqual(moved, allBefore, ids, taken)
  matchInside(all, allBefore, { ids, taken, reach })
  return mapNodes(given, (node) => node.id ?? ids.get(node) ?? makeId())
}
/** The same IDs each time for a text that was kept before blocks had any: by section, words and how often these occur. */
function withDerivedIds     (kept                         )                 {
  const occurrences = new Map                ()
  return mapNodes(kept, (node, container) => {
    if (node.id !== undefined) return node.id
    const seed = `${container}\n${bare(node)}`
    const occurrence = (occurrences.get(seed) ?? 0) + 1
    occurrences.set(seed, occurrence)
    return `blk_${hash('sha256', `${seed}\n${occurrence}`, 'hex').slice(0, 32)}`
  })
}
const empty = { opening: [], issues: [], closing: [] }
function sectionsOf     ({ opening, issues, closing }                         )            {
  return [
    { name: 'opening', nodes: opening           },
    ...issues.map(({ issueId, content }) => ({ name: `issue ${issueId}`, nodes: content           })),
    { name: 'closing', nodes: closing           },
  ]
}
const childrenOf = (node      )                  => node.items ?? node.rows ?? node.edited ?? []
function flatten(nodes                 )         {
  return nodes.flatMap((node) => [node, ...flatten(childrenOf(node))])
}
const isNamed = (node      , ids                           ) => node.id !== undefined || ids.has(node)
/** A copy in which each has the ID that it is given, beginning with the outermost. */
function mapNodes     (
  content                         ,
  idOf                                           ,
)                 {
  const named = (node      , container        )       => {
    const id = idOf(node, container)
    const inside = childrenKeys.flatMap((key) => {
      const children = node[key]
      return children ? [[key, children.map((child) => named(child, id))]         ] : []
    })
    return { ...node, id, ...Object.fromEntries(inside) }
  }
  const section = (name        , nodes         ) => (nodes          ).map((node) => named(node, name))
  return {
    opening: section('opening', content.opening),
    issues: content.issues.map(({ issueId, content: nodes }) => ({
      issueId,
      content: section(`issue ${issueId}`, nodes),
    })),
    closing: section('closing', content.closing),
  }
}
/** How many places away a block is looked for, so that a save takes time in proportion to its text. */
function reachIn     (given                         )         {
  const unnamed = sectionsOf(given)
    .flatMap(({ nodes }) => flatten(nodes))
    .filter(({ id }) => id === undefined)
  const words = unnamed.reduce((total, node) => total + 1 + counted(node).words.size, 0)
  return Math.ceil(mostCompared / (2 * words + 1))
}
/** For items and rows without an ID: the same words in what their block was first, then the most similar ones. */
function matchInside(given                 , before                 , matching          )       {
  const { ids, taken } = matching
  const earlier = new Map(before.map((node) => [node.id, node]))
  for (const node of given) {
    const was = earlier.get(node.id ?? ids.get(node))
    if (!was) continue
    const [inside, insideBefore] = [childrenOf(node), childrenOf(was)]
    matchEqual(inside, insideBefore, ids, taken)
    matchSimilar(inside, insideBefore, matching)
    matchInside(inside, insideBefore, matching)
  }
}
function matchEqual(
  given                 ,
  before                 ,
  ids                   ,
  taken             ,
)       {
  if (given.every((node) => isNamed(node, ids))) return
  const free = new Map                  ()
  for (const node of before) {
    if (node.id === undefined || taken.has(node.id)) continue
    const text = bare(node)
    const same = free.get(text) ?? []
    free.set(text, same)
    same.push(node.id)
  }
  for (const same of free.values()) same.reverse()
  for (const node of given) {
    const id = isNamed(node, ids) ? undefined : free.get(bare(node))?.pop()
    if (id !== undefined) take(node, id, ids, taken)
  }
}
function matchSimilar(
  given                 ,
  before                 ,
  { ids, taken, reach }          ,
)       {
  const unnamed = given.flatMap((node, at) => (isNamed(node, ids) ? [] : [{ node, at, ...counted(node) }]))
  if (unnamed.length === 0) return
  const free = before.flatMap((node, at) =>
    node.id === undefined || taken.has(node.id) ? [] : [{ node, at, ...counted(node) }],
  )
  let [from, to] = [0, 0]
  const pairs = unnamed.flatMap((now) => {
    while (from < free.length && (free[from]?.at ?? 0) < now.at - reach) from += 1
    while (to < free.length && (free[to]?.at ?? 0) <= now.at + reach) to += 1
    return free.slice(from, to).flatMap((was) => {
      const share = inCommon(now, was)
      return share < leastAlike ? [] : [{ now, was, share, distance: Math.abs(now.at - was.at) }]
    })
  })
  pairs.sort((one, other) => other.share - one.share || one.distance - other.distance)
  for (const { now, was } of pairs) {
    if (ids.has(now.node) || taken.has(was.node.id          )) continue
    take(now.node, was.node.id          , ids, taken)
  }
}
function take(node      , id        , ids                   , taken             )       {
  ids.set(node, id)
  taken.add(id)
}
/** What a block says, whatever it is called. */
function bare(node      )         {
  return canonicalJson(JSON.parse(JSON.stringify(node, (key, value) => (key === 'id' ? undefined : value))))
}
function counted(node      )          {
  const words = new Map                ()
  let total = 0
  const count = (word        ) => {
    words.set(word, (words.get(word) ?? 0) + 1)
    total += 1
  }
  JSON.stringify(node, (key, value) => {
    if (key === 'text' && typeof value === 'string')
      for (const [word] of value.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) count(word)
    if (key === 'page') count(`page ${value}`)
    return value
  })
  return { type: (node                     ).type ?? '', total, words }
}
/** The share of the longer one's words and cited pages that both have; none if they are blocks of different types. */
function inCommon(one         , other         )         {
  const most = Math.max(one.total, other.total)
  if (one.type !== other.type || most === 0) return 0
  if (Math.min(one.total, other.total) < most * leastAlike) return 0
  let count = 0
  for (const [word, times] of one.words) count += Math.min(times, other.words.get(word) ?? 0)
  return count / most
}
return { withIds, withDerivedIds }
})()

const coreDecisionCheckText = (() => {
const { Refusal } = coreKernelDecider
const { namesOf, refuseUnknownWord } = coreKernelKnownWords
/**
 * Refuses what a schema cannot: two sections for one issue, tables whose rows do not fit their header, and parts that the
 * profile does not have, or outside the section of an issue.
 */
function checkText     (
  content                         ,
  parts                              = [],
)       {
  const { opening, issues, closing } = content
  const seen = new Set        ()
  for (const { issueId } of issues) {
    if (seen.has(issueId))
      throw new Refusal('invalid', `content.issues must have one section for each issue: ${issueId} has two.`)
    seen.add(issueId)
  }
  for (const block of [...opening, ...closing])
    for (const { part } of [block, ...insideOf(block)])
      if (part !== undefined)
        throw new Refusal(
          'invalid',
          `A block with the part ${part} must stand in the section of an issue, not in the opening or closing.`,
        )
  for (const section of issues) for (const block of section.content) checkPart(block, namesOf(parts))
  for (const block of [...opening, ...issues.flatMap((section) => section.content), ...closing])
    checkTable(block)
}
const insideOf =      (block                       ) =>
  block.type === 'boilerplate' ? (block.edited ?? []) : []
function checkPart     (block                       , known                   )       {
  for (const { part } of insideOf(block))
    if (part !== undefined)
      throw new Refusal(
        'invalid',
        `The part ${part} must stand at the boilerplate, not at a block inside it.`,
      )
  if (block.part !== undefined) refuseUnknownWord('part', block.part, known)
}
function checkTable     (block                       )       {
  if (block.type === 'boilerplate') for (const edited of block.edited ?? []) checkTable(edited)
  if (block.type !== 'table') return
  const columns = block.header.length
  const uneven = block.rows.findIndex(({ cells }) => cells.length !== columns)
  if (uneven < 0) return
  const cells = block.rows[uneven]?.cells.length
  throw new Refusal(
    'invalid',
    `Row ${uneven + 1} of a table must have as many cells as its header, ${columns}: it has ${cells}.`,
  )
}
return { checkText }
})()

const coreDecisionSpliceInlines = (() => {
const { Refusal } = coreKernelDecider
const longestRun = 50_000
const mostInlines = 2000
/** Puts `content` in the place of a span. Offsets count UTF-16 units of text; anything else counts as one. */
function spliceInlines(
  inlines                   ,
  { from, to }                              ,
  content                   ,
)           {
  const length = inlines.reduce((total, inline) => total + lengthOf(inline), 0)
  if (from > to || to > length)
    throw new Refusal('invalid', `span must lie between 0 and ${length}, and not end before it begins.`)
  const spliced = joinInlines([...slice(inlines, 0, from), ...content, ...slice(inlines, to, length)])
  if (spliced.length > mostInlines)
    throw new Refusal('invalid', `A block holds at most ${mostInlines} runs, citations and footnotes.`)
  return spliced
}
/** Neighbouring runs with the same marks become one. */
const joinInlines = (inlines                   )           => inlines.reduce(joined, [])
const lengthOf = (inline        ) => (inline.type === 'text' ? inline.text.length : 1)
function slice(inlines                   , from        , to        )           {
  const kept           = []
  let at = 0
  for (const inline of inlines) {
    const end = at + lengthOf(inline)
    if (end > from && at < to) kept.push(cut(inline, Math.max(from - at, 0), Math.min(to, end) - at))
    at = end
  }
  return kept
}
function cut(inline        , from        , to        )         {
  if (inline.type !== 'text') return inline
  const { text } = inline
  if (splitsPair(text, from) || splitsPair(text, to))
    throw new Refusal('invalid', 'span must not begin or end inside a character that takes two units.')
  return { ...inline, text: text.slice(from, to) }
}
function splitsPair(text        , at        )          {
  return (
    at > 0 &&
    at < text.length &&
    isBetween(text, at, 0xdc00, 0xdfff) &&
    isBetween(text, at - 1, 0xd800, 0xdbff)
  )
}
function isBetween(text        , at        , least        , most        )          {
  const unit = text.charCodeAt(at)
  return unit >= least && unit <= most
}
function joined(done          , inline        )           {
  const last = done.at(-1)
  if (last?.type === 'text' && inline.type === 'text' && isJoinable(last, inline))
    done[done.length - 1] = { ...last, text: last.text + inline.text }
  else done.push(inline)
  return done
}
function isJoinable(one     , other     )          {
  const [marks, otherMarks] = [one.marks ?? [], other.marks ?? []]
  return (
    one.text.length + other.text.length <= longestRun &&
    marks.length === otherMarks.length &&
    marks.every((mark) => otherMarks.includes(mark))
  )
}
return { spliceInlines, joinInlines, lengthOf }
})()

const coreDecisionOperations = (() => {
const { Refusal } = coreKernelDecider
const { spliceInlines } = coreDecisionSpliceInlines
/** What is written: operations change nothing else. */
/** Where a block stands. */
/** The text with an operation applied; refuses one that names what is not in the text. */
function applyOperation(text      , operation           )       {
  const { content } = text
  switch (operation.type) {
    case 'setTitle':
      return { ...text, title: operation.title.trim() }
    case 'replace': {
      const place = placeOf(content, operation.blockId)
      if (operation.block.id !== operation.blockId)
        throw new Refusal('invalid', `block.id must be blockId, ${operation.blockId}: a block keeps its ID.`)
      refusePart(operation.block, place.section)
      return withBlocks(text, place.section, (blocks) => blocks.with(place.index, operation.block))
    }
    case 'replaceSpan': {
      const place = placeOf(content, operation.blockId)
      const block = replaceSpan(place.block, operation.span, operation.content)
      return withBlocks(text, place.section, (blocks) => blocks.with(place.index, block))
    }
    case 'insertAfter':
      return insertBlock(text, operation, operation.block)
    case 'remove': {
      const place = placeOf(content, operation.blockId)
      return withBlocks(text, place.section, (blocks) => blocks.toSpliced(place.index, 1))
    }
    case 'move': {
      const { section, index, block } = placeOf(content, operation.blockId)
      if (operation.after === operation.blockId && isSameSection(section, operation.section)) return text
      const without = withBlocks(text, section, (blocks) => blocks.toSpliced(index, 1))
      return insertBlock(without, operation, block)
    }
    case 'addSection':
      return hasSection(content, operation.issueId) ? text : withSection(text, operation.issueId, [])
    case 'removeSection': {
      const isKept = ({ issueId, content }         ) => issueId !== operation.issueId || content.length > 0
      return { ...text, content: { ...content, issues: content.issues.filter(isKept) } }
    }
    case 'orderSections': {
      const rank = new Map(operation.issueIds.map((issueId, index) => [issueId, index]))
      const rankOf = ({ issueId }         ) => rank.get(issueId) ?? rank.size
      return {
        ...text,
        content: { ...content, issues: content.issues.toSorted((one, other) => rankOf(one) - rankOf(other)) },
      }
    }
  }
}
function applyOperations(text      , operations                      )       {
  return operations.reduce(applyOperation, text)
}
function findPlace(content                    , blockId        )                    {
  for (const { section, blocks } of sectionsOf(content)) {
    const index = blocks.findIndex(({ id }) => id === blockId)
    if (index >= 0) return { section, index, block: blocks[index]  }
  }
  return undefined
}
const findBlock = (content                    , blockId        )                    =>
  findPlace(content, blockId)?.block
function sectionsOf({ opening, issues, closing }                    )
    {
  return [
    { section: { part: 'opening' }, blocks: opening },
    ...issues.map(({ issueId, content }) => ({
      section: { part: 'issue'         , issueId },
      blocks: content,
    })),
    { section: { part: 'closing' }, blocks: closing },
  ]
}
/** The blocks of a section; undefined for an issue that has none. */
function blocksIn(content                    , section             )                      {
  if (section.part !== 'issue') return content[section.part]
  return content.issues.find(({ issueId }) => issueId === section.issueId)?.content
}
const isSameSection = (one             , other             ) =>
  one.part === other.part && one.issueId === other.issueId
/** The IDs of a block and of what stands in it. */
function idsOf(block       )           {
  if (block.type === 'list') return [block.id, ...block.items.map(({ id }) => id)]
  if (block.type === 'table') return [block.id, ...block.rows.map(({ id }) => id)]
  if (block.type === 'boilerplate') return [block.id, ...(block.edited ?? []).flatMap(idsOf)]
  return [block.id]
}
/** Refuses a text of more blocks or sections than one holds; on the way there it may have more. */
function refuseTooMany({ content }      )       {
  if (content.issues.length > mostSections)
    throw new Refusal('invalid', `A text has at most ${mostSections} sections of issues.`)
  if (sectionsOf(content).some(({ blocks }) => blocks.length > mostBlocks))
    throw new Refusal('invalid', `A section holds at most ${mostBlocks} blocks.`)
}
const mostBlocks = 2000
const mostSections = 500
function placeOf(content                    , blockId        )        {
  const place = findPlace(content, blockId)
  if (!place) throw new Refusal('invalid', `There is no block ${blockId} in the text.`)
  return place
}
const hasSection = ({ issues }                    , issueId        ) =>
  issues.some((section) => section.issueId === issueId)
function withSection(text      , issueId        , content         )       {
  const issues = [...text.content.issues, { issueId, content }]
  return { ...text, content: { ...text.content, issues } }
}
function withBlocks(text      , section             , change                              )       {
  const { content } = text
  if (section.part !== 'issue')
    return { ...text, content: { ...content, [section.part]: change(content[section.part]) } }
  const index = content.issues.findIndex(({ issueId }) => issueId === section.issueId)
  const found = content.issues[index]
  if (!found) return withSection(text, section.issueId          , change([]))
  const issues = content.issues.with(index, { ...found, content: change(found.content) })
  return { ...text, content: { ...content, issues } }
}
function insertBlock(
  text      ,
  { section, after }                                                ,
  block       ,
)       {
  if ((section.part === 'issue') !== (section.issueId !== undefined))
    throw new Refusal(
      'invalid',
      'section.issueId must be given for the part issue, and left out for any other.',
    )
  refusePart(block, section)
  return withBlocks(text, section, (blocks) => {
    const index = after === null ? -1 : blocks.findIndex(({ id }) => id === after)
    if (after !== null && index < 0)
      throw new Refusal(
        'invalid',
        `after must name a block of the section, or be null: ${after} is not in it.`,
      )
    return blocks.toSpliced(index + 1, 0, block)
  })
}
function refusePart({ id, part }       , section             )       {
  if (part === undefined || section.part === 'issue') return
  throw new Refusal(
    'invalid',
    `The block ${id} has the part ${part}: it must stand in the section of an issue.`,
  )
}
function replaceSpan(block       , span      , content                   )        {
  const { from, to, itemId, rowId, cell } = span
  const splice = (inlines          ) => spliceInlines(inlines, { from, to }, content)
  switch (block.type) {
    case 'boilerplate':
      throw new Refusal('invalid', `The block ${block.id} is boilerplate: replace it as a whole.`)
    case 'list': {
      const index = block.items.findIndex(({ id }) => id === itemId)
      const item = block.items[index]
      if (!item) throw new Refusal('invalid', `span.itemId must name an item of the list ${block.id}.`)
      return { ...block, items: block.items.with(index, { ...item, content: splice(item.content) }) }
    }
    case 'table': {
      const inCell = (cells                         ) => {
        const found = cell === undefined ? undefined : cells[cell]
        if (cell === undefined || !found)
          throw new Refusal(
            'invalid',
            `span.cell must be a cell of the table ${block.id}, from 0 to ${cells.length - 1}.`,
          )
        return cells.with(cell, { content: splice(found.content) })
      }
      if (rowId === undefined) return { ...block, header: inCell(block.header) }
      const index = block.rows.findIndex(({ id }) => id === rowId)
      const row = block.rows[index]
      if (!row) throw new Refusal('invalid', `span.rowId must name a row of the table ${block.id}.`)
      return { ...block, rows: block.rows.with(index, { ...row, cells: inCell(row.cells) }) }
    }
    default:
      if (itemId !== undefined || rowId !== undefined || cell !== undefined)
        throw new Refusal(
          'invalid',
          `The block ${block.id} is a ${block.type}: its span has only from and to.`,
        )
      return { ...block, content: splice(block.content) }
  }
}
return { applyOperation, applyOperations, findPlace, findBlock, sectionsOf, blocksIn, isSameSection, idsOf, refuseTooMany }
})()

const coreDecisionOperationsBetween = (() => {
const { canonicalJson } = coreKernelChain
const { isSameSection, sectionsOf } = coreDecisionOperations
/** The operations that make one text of another: blocks are the same by their ID, and as few as possible are moved. */
function operationsBetween(before      , after      )              {
  const was = new Map               ()
  for (const { section, blocks } of sectionsOf(before.content))
    for (const [index, block] of blocks.entries()) was.set(block.id, { section, index, block })
  const sections = sectionsOf(after.content)
  const kept = new Set(sections.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const issueIds = after.content.issues.map(({ issueId }) => issueId)
  const issueIdsBefore = before.content.issues.map(({ issueId }) => issueId)
  const operations              = []
  if (after.title !== before.title) operations.push({ type: 'setTitle', title: after.title })
  for (const issueId of issueIds)
    if (!issueIdsBefore.includes(issueId)) operations.push({ type: 'addSection', issueId })
  for (const id of was.keys()) if (!kept.has(id)) operations.push({ type: 'remove', blockId: id })
  for (const { section, blocks } of sections) {
    const staying = inOrder(blocks, (block) => {
      const place = was.get(block.id)
      return place && isSameSection(place.section, section) ? place.index : undefined
    })
    for (const [index, block] of blocks.entries()) {
      const after = blocks[index - 1]?.id ?? null
      const place = was.get(block.id)
      if (!place) {
        operations.push({ type: 'insertAfter', section, after, block })
        continue
      }
      const move            = { type: 'move', blockId: block.id, section, after }
      const replace            = { type: 'replace', blockId: block.id, block }
      const moved = staying.has(block.id) ? [] : [move]
      const replaced = isSame(place.block, block) ? [] : [replace]
      // A part is put on in the section of an issue, and taken off before the block leaves it.
      operations.push(...(block.part === undefined ? [...replaced, ...moved] : [...moved, ...replaced]))
    }
  }
  for (const issueId of issueIdsBefore)
    if (!issueIds.includes(issueId)) operations.push({ type: 'removeSection', issueId })
  const unordered = [
    ...issueIdsBefore.filter((issueId) => issueIds.includes(issueId)),
    ...issueIds.filter((issueId) => !issueIdsBefore.includes(issueId)),
  ]
  if (unordered.some((issueId, index) => issueId !== issueIds[index]))
    operations.push({ type: 'orderSections', issueIds })
  return operations
}
const isSame = (one       , other       ) =>
  one === other || canonicalJson(one) === canonicalJson(other)
/** A longest run of blocks whose places before ascend: they stay, and the others are moved around them. */
function inOrder(blocks                  , placeBefore                                      )              {
  const ends                                                              = []
  for (const { id, place } of blocks.map((block) => ({ id: block.id, place: placeBefore(block) }))) {
    if (place === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle] .place < place) low = middle + 1
      else high = middle
    }
    ends[low] = { place, id, previous: ends[low - 1] }
  }
  const staying = new Set        ()
  for (let link                   = ends.at(-1); link; link = link.previous) staying.add(link.id)
  return staying
}
return { operationsBetween, isSame }
})()

const coreDecisionOutline = (() => {
/** The sections of a text as the list of issues has them now: none is lost with its issue. */
function outlineOf(
  { issues: sections }                    ,
  { issues, past }                                                        ,
  workProductId        ,
)                   {
  const written = new Set(sections.flatMap(({ issueId, content }) => (content.length > 0 ? [issueId] : [])))
  const isDecidedHere = ({ status, signedIn }        ) =>
    status !== 'sentBack' && (signedIn === undefined || signedIn === workProductId)
  const [listed, away] = [issues.filter(isDecidedHere), issues.filter((issue) => !isDecidedHere(issue))]
  const left = [...past, ...away].filter(({ id }) => written.has(id))
  const numbers = new Map(listed.map(({ id }, index) => [id, index + 1]))
  const sectionOf = ({ id, status, answeredByIssueIds }        )                 => {
    const into = answeredByIssueIds.filter((issueId) => issueId !== id)
    return {
      issueId: id,
      number: numbers.get(id) ?? null,
      status,
      isWritten: written.has(id),
      ...(into.length > 0 ? { into } : {}),
    }
  }
  const becameHere = new Map                  ()
  for (const issue of left) {
    const first = listed.find(({ id }) => id !== issue.id && issue.answeredByIssueIds.includes(id))
    becameHere.set(first?.id ?? '', [...(becameHere.get(first?.id ?? '') ?? []), issue])
  }
  return [
    ...listed.flatMap((issue) => [...(becameHere.get(issue.id) ?? []), issue]),
    ...(becameHere.get('') ?? []),
  ].map(sectionOf)
}
return { outlineOf }
})()

const coreDecisionRebase = (() => {
const { Refusal } = coreKernelDecider
const { applyOperation, blocksIn, findBlock, idsOf, refuseTooMany, sectionsOf } = coreDecisionOperations
const { isSame } = coreDecisionOperationsBetween
/**
 * Applies operations that were made on `base` to the text as it is now. What changes a block that somebody else has
 * changed since is left out: both have their say, and a person decides.
 */
function rebase({ base, now }                           , operations                      )          {
  const wanted = operations.reduce(applyNamed, base)
  if (base === now) {
    refuseUnfit(wanted, operations)
    return { text: wanted, operations: [...operations], applied: [...operations.keys()], conflicts: [] }
  }
  const verdictOn = createVerdict({ base, now, wanted })
  let mine = base
  let text = now
  const rebased              = []
  const applied           = []
  const inConflict = new Map                  ()
  for (const [index, given] of operations.entries()) {
    const blockId = blockIdOf(given)
    const verdict = verdictOn(given, blockId)
    if (verdict === 'contested') inConflict.set(blockId, [...(inConflict.get(blockId) ?? []), index])
    else applied.push(index)
    if (verdict === 'free') {
      const operation = fitted(given, { mine, text })
      text = applyOperation(text, operation)
      rebased.push(operation)
    }
    mine = applyOperation(mine, given)
  }
  refuseUnfit(text, rebased)
  const conflicts = [...inConflict].map(([blockId, indexes]) => ({
    blockId,
    operations: indexes,
    base: findBlock(base.content, blockId) ?? null,
    theirs: findBlock(now.content, blockId) ?? null,
    yours: findBlock(wanted.content, blockId) ?? null,
  }))
  return { text, operations: rebased, applied, conflicts }
}
function refuseUnfit(text      , operations                      )       {
  if (operations.some(({ type }) => type === 'insertAfter' || type === 'replace')) refuseTwice(text)
  refuseTooMany(text)
}
/** `settled`: the block is already as it is wanted. */
function createVerdict({ base, now, wanted }                                         ) {
  const known = new Map                 ()
  const judge = (blockId        )          => {
    const [was, is, will] = [base, now, wanted].map(({ content }) => findBlock(content, blockId))
    if (isSameBlock(was, is)) return 'free'
    return isSameBlock(is, will) ? 'settled' : 'contested'
  }
  return (operation           , blockId        )          => {
    if (blockId === '') return 'free'
    let verdict = known.get(blockId)
    if (!verdict) {
      verdict = judge(blockId)
      known.set(blockId, verdict)
    }
    // Where a block stands and what it says are changed apart.
    return operation.type === 'move' && findBlock(now.content, blockId) ? 'free' : verdict
  }
}
function blockIdOf(operation           )         {
  if (operation.type === 'insertAfter') return operation.block.id
  return 'blockId' in operation ? operation.blockId : ''
}
function applyNamed(text      , operation           , index        )       {
  try {
    return applyOperation(text, operation)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(error.code, `operations/${index}: ${error.message}`)
    throw error
  }
}
/** The operation for the text as it is now. */
function fitted(operation           , { mine, text }                            )            {
  if (operation.type !== 'insertAfter' && operation.type !== 'move') return operation
  return { ...operation, after: anchorNow(operation, mine, text) }
}
/** The block itself, or the nearest before it that is still in the section. */
function anchorNow(
  { section, after }                                                ,
  mine      ,
  text      ,
)                {
  if (after === null) return null
  const here = new Set((blocksIn(text.content, section) ?? []).map(({ id }) => id))
  const seen = (blocksIn(mine.content, section) ?? []).map(({ id }) => id)
  return seen.slice(0, seen.indexOf(after) + 1).findLast((id) => here.has(id)) ?? null
}
const isSameBlock = (one                   , other                   ) =>
  one === other || (one !== undefined && other !== undefined && isSame(one, other))
function refuseTwice({ content }      )       {
  const seen = new Set        ()
  for (const { blocks } of sectionsOf(content))
    for (const block of blocks)
      for (const id of idsOf(block)) {
        if (seen.has(id))
          throw new Refusal('invalid', `The text must name each block once: ${id} would be in it twice.`)
        seen.add(id)
      }
}
return { rebase }
})()

const coreKernelWordDiff = (() => {
const wordDiff = () => libraries
return { wordDiff }
})()

const coreDecisionWordChanges = (() => {
const { wordDiff } = coreKernelWordDiff
/** Words, and what stands between them. */
const wordsIn = (text        )           =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []
/** What stood from `from` to before `to` is now what stands from `at` to before `end`. */
const mostWords = 20_000
const mostChanges = 500
/** The fewest words that were changed, in order; undefined where they are too many to be found soon. */
function changesBetween(was                   , is                   )                       {
  if (was.length > mostWords || is.length > mostWords) return undefined
  const parts = wordDiff().diffArrays([...was], [...is], { maxEditLength: mostChanges })
  if (!parts) return undefined
  const changes           = []
  let [from, at] = [0, 0]
  for (const { added, removed, value } of parts) {
    const [to, end] = [added ? from : from + value.length, removed ? at : at + value.length]
    if (added || removed) {
      const last = changes.at(-1)
      if (last && last.to === from && last.end === at) Object.assign(last, { to, end })
      else changes.push({ from, to, at, end })
    }
    from = to
    at = end
  }
  return changes
}
return { wordsIn, changesBetween }
})()

const coreDecisionMergeBlocks = (() => {
const { canonicalJson } = coreKernelChain
const { joinInlines } = coreDecisionSpliceInlines
const { changesBetween, wordsIn } = coreDecisionWordChanges
/**
 * The block with the changes of both, where neither touches words that the other has changed; undefined where they do,
 * or where one of them made another kind of block of it.
 */
function mergeBlocks({ base, theirs, yours }              )                    {
  if (base.type === 'boilerplate' || theirs.type === 'boilerplate' || yours.type === 'boilerplate')
    return undefined
  if (base.type !== theirs.type || base.type !== yours.type) return undefined
  const merged = mergeNodes({ base, theirs, yours })
  return merged
}
/** Inline text is merged word by word, lists of what has the same names one by one, and anything else as a whole. */
function mergeNodes({ base, theirs, yours }               )                   {
  const sides = { base: base        , theirs: theirs        , yours: yours         }
  const names = new Set(Object.values(sides).flatMap(Object.keys))
  const merged       = {}
  for (const name of names) {
    const value = mergeValues(name, {
      base: sides.base[name],
      theirs: sides.theirs[name],
      yours: sides.yours[name],
    })
    if (value === contested) return undefined
    if (value !== undefined) merged[name] = value
  }
  return merged
}
const contested = Symbol('contested')
function mergeValues(name        , sides                )          {
  const { base, theirs, yours } = sides
  const [was, is, will] = [base, theirs, yours].map(keyOf)
  if (is === was || is === will) return yours
  if (will === was) return theirs
  if (!Array.isArray(base) || !Array.isArray(theirs) || !Array.isArray(yours)) return contested
  if (name === 'content') return mergeInlines({ base, theirs, yours }) ?? contested
  const isSameList = [theirs, yours].every(
    (list) => list.length === base.length && list.every((one, at) => one.id === base[at].id),
  )
  if (!isSameList) return contested
  const merged = base.map((one, at) => mergeNodes({ base: one, theirs: theirs[at], yours: yours[at] }))
  return merged.includes(undefined) ? contested : merged
}
const keyOf = (value         ) => (value === undefined ? '' : canonicalJson(value))
/** From `from` to before `to` of the words of the base there are now these. */
const longestRun = 50_000
const mostInlines = 2000
function mergeInlines({ base, theirs, yours }                          )                       {
  const words = wordsOf(base)
  const mine = hunksBetween(words, wordsOf(yours))
  const other = mine && hunksBetween(words, wordsOf(theirs))
  if (!mine || !other) return undefined
  const isSame = (one      , another      ) =>
    one.from === another.from &&
    one.to === another.to &&
    canonicalJson(one.inlines) === canonicalJson(another.inlines)
  const own = mine.filter((one) => !other.some((another) => isSame(one, another)))
  if (own.some((one) => other.some((another) => one.from <= another.to && another.from <= one.to)))
    return undefined
  const merged           = []
  let at = 0
  for (const { from, to, inlines } of [...own, ...other].sort((one, another) => one.from - another.from)) {
    merged.push(...words.slice(at, from), ...inlines)
    at = to
  }
  const joined = joinInlines([...merged, ...words.slice(at)])
  if (joined.length > mostInlines) return undefined
  return joined.some((inline) => inline.type === 'text' && inline.text.length > longestRun)
    ? undefined
    : joined
}
/** Words, what stands between them, and each citation, line break and footnote. */
function wordsOf(inlines                   )           {
  return inlines.flatMap((inline)           => {
    if (inline.type !== 'text') return [inline]
    return wordsIn(inline.text).map((text)      => ({ ...inline, text }))
  })
}
const wordKey = (inline        ) =>
  inline.type === 'text' && inline.marks === undefined ? inline.text : canonicalJson(inline)
function hunksBetween(before                   , after                   )                     {
  return changesBetween(before.map(wordKey), after.map(wordKey))?.map(({ from, to, at, end }) => ({
    from,
    to,
    inlines: after.slice(at, end),
  }))
}
return { mergeBlocks }
})()

const coreDecisionProposals = (() => {
const { Refusal } = coreKernelDecider
const { mergeBlocks } = coreDecisionMergeBlocks
const { applyOperation, applyOperations, findBlock, findPlace, isSameSection, sectionsOf } = coreDecisionOperations
const { isSame } = coreDecisionOperationsBetween
const { rebase } = coreDecisionRebase
/** Operations that wait for an answer, and of the text that they were made on what they are about. */
/**
 * The text with a proposal. Its blocks are followed to where they are now; words that somebody has changed elsewhere in a
 * block stay as they are. All of it is applied, or nothing.
 */
function applyProposal(now      , proposed          )                  {
  const against = (why        , conflicts                  = []) => ({
    text: now,
    operations: [],
    conflicts,
    why,
  })
  const titles = titleOf(proposed)
  if (titles && now.title !== titles.base && now.title !== titles.yours)
    return against('The title was changed since.')
  try {
    const { base, operations } = rehomed(proposed, now.content)
    const made = rebase({ base, now }, operations)
    const merged = made.conflicts.map(({ base, theirs, yours }) =>
      base && theirs && yours ? mergeBlocks({ base, theirs, yours }) : undefined,
    )
    const conflicts = made.conflicts
      .filter((_, index) => !merged[index])
      .map(({ operations: _, ...conflict }) => conflict)
    if (conflicts.length > 0) return against(contestedSentence(conflicts), conflicts)
    const replaced = merged.flatMap((block)              =>
      block ? [{ type: 'replace', blockId: block.id, block }] : [],
    )
    return {
      text: applyOperations(made.text, replaced),
      operations: [...made.operations, ...replaced],
      conflicts: [],
    }
  } catch (error) {
    if (error instanceof Refusal) return against(error.message)
    throw error
  }
}
/** The proposal as it is kept: of a long text, only what its operations are about. */
function excerptOf(text      , operations                      )       {
  const { whole, anchors } = aboutOf(text, operations)
  const { opening, issues, closing } = text.content
  const kept = (blocks                  )          => {
    const last = blocks.findLastIndex(({ id }) => anchors.has(id))
    return blocks.flatMap((block, index)          => {
      if (whole.has(block.id)) return [block]
      return index <= last ? [{ type: 'paragraph', id: block.id, content: [] }] : []
    })
  }
  const named = issues.map(({ issueId, content }) => ({ issueId, content: kept(content) }))
  return {
    title: text.title,
    content: {
      opening: kept(opening),
      issues: named.filter(({ content }) => content.length > 0),
      closing: kept(closing),
    },
  }
}
/** A proposal beside the text as it is now. */
function sidesOf(now      , proposed          )        {
  const { base, operations } = proposed
  const wanted = applyOperations(base, operations)
  const blocks = namedIn(operations).map((blockId) => ({
    blockId,
    base: findBlock(base.content, blockId) ?? null,
    theirs: findBlock(now.content, blockId) ?? null,
    yours: findBlock(wanted.content, blockId) ?? null,
  }))
  const titles = titleOf(proposed)
  return { blocks, ...(titles ? { title: { ...titles, theirs: now.title } } : {}) }
}
/** The same, and whether it can be accepted. */
function presentProposal(
  now      ,
  proposed          ,
)                                                 {
  const sides = sidesOf(now, proposed)
  const made = applyProposal(now, proposed)
  return {
    state: stateOf(made, { now, proposed, blocks: sides.blocks }),
    ...sides,
    ...(made.why === undefined ? {} : { why: made.why }),
  }
}
/**
 * Proposals one after the other: each on the text that those before it have made. What stands against one leaves it open,
 * and the others alone. `refuse` throws for a text that may not be.
 */
function acceptInTurn                        (
  now      ,
  proposals                  ,
  refuse                                                = () => {},
)                                                                       {
  let text = now
  const accepted                    = []
  const open                    = []
  for (const given of proposals) {
    const made = { ...applyProposal(text, given), given }
    const why = made.why ?? refusedBy(() => refuse(text, made))
    if (why === undefined) {
      text = made.text
      accepted.push(made)
    } else open.push({ ...made, text, operations: [], why })
  }
  return { text, accepted, open }
}
function refusedBy(check            )                     {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
function stateOf(
  { why, conflicts, operations }                 ,
  { now, proposed, blocks }                                                                     ,
)                {
  if (why !== undefined)
    return conflicts.length > 0 && conflicts.every(({ theirs }) => !theirs) ? 'gone' : 'contested'
  if (operations.length === 0) return 'settled'
  const { anchors } = aboutOf(proposed.base, proposed.operations)
  const hasChanged = blocks.some(({ base, theirs }) => base && !(theirs && isSame(base, theirs)))
  const hasMoved = [...blocks.flatMap(({ blockId, base }) => (base ? [blockId] : [])), ...anchors].some(
    (id) => {
      const [was, is] = [proposed.base.content, now.content].map((content) => findPlace(content, id))
      return was && !(is && isSameSection(was.section, is.section))
    },
  )
  return hasChanged || hasMoved ? 'changed' : 'holds'
}
const contestedSentence = (conflicts                          ) =>
  conflicts.length === 1 && !conflicts[0]?.theirs
    ? 'The block that it would change was removed since.'
    : conflicts.length === 1
      ? 'Somebody has changed the same words since.'
      : `Somebody has changed the same words since, in ${conflicts.length} blocks.`
function titleOf({ base, operations }          )                                              {
  const last = operations.findLast(({ type }) => type === 'setTitle')
  return last?.type === 'setTitle' ? { base: base.title, yours: last.title.trim() } : undefined
}
/** The blocks that operations change, add, move and remove. */
function namedIn(operations                      )           {
  const ids = operations.flatMap((operation) => {
    if (operation.type === 'insertAfter') return [operation.block.id]
    return 'blockId' in operation ? [operation.blockId] : []
  })
  return [...new Set(ids)]
}
/** Of the text, the blocks that operations change, and those that they put something behind. */
function aboutOf({ content }      , operations                      ) {
  const whole = new Set(namedIn(operations).filter((id) => findBlock(content, id)))
  const anchors = new Set(
    operations.flatMap((operation) =>
      (operation.type === 'insertAfter' || operation.type === 'move') && operation.after !== null
        ? [operation.after]
        : [],
    ),
  )
  return { whole, anchors: new Set([...anchors].filter((id) => findBlock(content, id))) }
}
/**
 * What was to stand behind a block stands behind it wherever that is now: a section goes with its issue, and what was
 * proposed for it goes along.
 */
function rehomed({ base, operations }          , now                    )           {
  let there = base
  const own = new Set        ()
  const moved = new Map                     ()
  const placed = operations.map((operation)            => {
    if (operation.type !== 'insertAfter' && operation.type !== 'move') return operation
    own.add(operation.type === 'move' ? operation.blockId : operation.block.id)
    const { after } = operation
    if (after === null || own.has(after)) return operation
    const [was, is] = [findPlace(base.content, after), findPlace(now, after)]
    if (!was || !is || isSameSection(was.section, is.section)) return operation
    if (!moved.has(after)) there = withBlockIn(there, was.block, is.section)
    moved.set(after, is.section)
    return { ...operation, section: is.section }
  })
  return { base: there, operations: placed }
}
/** The same block in another section, wherever it stood. */
function withBlockIn(text      , block       , section             )       {
  const without = (blocks                  ) => blocks.filter(({ id }) => id !== block.id)
  const { opening, issues, closing } = text.content
  const content = {
    opening: without(opening),
    issues: issues.map(({ issueId, content }) => ({ issueId, content: without(content) })),
    closing: without(closing),
  }
  const withSection =
    section.part === 'issue'
      ? applyOperation({ ...text, content }, { type: 'addSection', issueId: section.issueId           })
      : { ...text, content }
  const place = sectionsOf(withSection.content).find((one) => isSameSection(one.section, section))
  place?.blocks.push(block)
  return withSection
}
return { applyProposal, excerptOf, sidesOf, presentProposal, acceptInTurn }
})()

const coreDecisionPlainText = (() => {
/** What is no text counts as one, as in the spans of operations. */
const noText = '\uFFFC'
/** The words of a block as quotes name them: items and cells on lines of their own. */
function plainText(block       )         {
  switch (block.type) {
    case 'boilerplate':
      return (block.edited ?? []).map(plainText).join('\n')
    case 'list':
      return block.items.map(({ content }) => textOf(content)).join('\n')
    case 'table':
      return [block.header, ...block.rows.map(({ cells }) => cells)]
        .flatMap((cells) => cells.map(({ content }) => textOf(content)))
        .join('\n')
    default:
      return textOf(block.content)
  }
}
const textOf = (inlines                   ) =>
  inlines.map((inline) => (inline.type === 'text' ? inline.text : noText)).join('')
return { plainText }
})()

const coreDecisionCommentPlace = (() => {
const { Refusal } = coreKernelDecider
const { blocksIn, findPlace, sectionsOf } = coreDecisionOperations
const { isSame } = coreDecisionOperationsBetween
const { plainText } = coreDecisionPlainText
const { changesBetween, wordsIn } = coreDecisionWordChanges
/** What a comment was written on: its block as it was, and the words of it. */
/** The place with both names of its block: the comment follows the ID, and its words are found by the number if it goes. */
function placeInText(
  { quote, ...place }             ,
  content                    ,
)                                          {
  const { part, issueId, block, blockId } = place
  if (quote && block === undefined && blockId === undefined)
    throw new Refusal('invalid', 'place.quote is words of a block: name it in place.blockId.')
  if (block === undefined && blockId === undefined) return { place }
  const blocks =
    part === 'issue'
      ? (content.issues.find((section) => section.issueId === issueId)?.content ?? [])
      : content[part]
  const named = block === undefined ? undefined : blocks[block]
  const index = blockId === undefined ? (block ?? -1) : blocks.findIndex(({ id }) => id === blockId)
  const found = blocks[index]
  if (blockId !== undefined && !found)
    throw new Refusal('invalid', `place.blockId must name a block of its section: ${blockId} is not in it.`)
  if (blockId !== undefined && block !== undefined && named?.id !== blockId)
    throw new Refusal(
      'invalid',
      'place.block and place.blockId must name the same block: leave place.block out.',
    )
  if (quote && !(found && findQuote(plainText(found), quote)))
    throw new Refusal(
      'invalid',
      'place.quote.exact must be words of its block as it is now: read the text again.',
    )
  if (!found) return { place }
  return {
    place: { ...place, block: index, blockId: found.id },
    on: { block: found, ...(quote ? { quote } : {}) },
  }
}
/** Where a comment stands in the text as it is now, and what has become of the words that it was written on. */
function commentNow(
  { part, issueId, blockId }              ,
  on                       ,
  content                    ,
)                                          {
  const section = issueId === undefined ? { part } : { part, issueId }
  if (blockId === undefined) return { state: blocksIn(content, section) ? 'holds' : 'gone' }
  const place = findPlace(content, blockId)
  const isThere = (one       ) => one.section.part === part && one.section.issueId === issueId
  const whole = place && { now: placeNow(place) }
  if (!on) return place ? { state: isThere(place) ? 'holds' : 'moved', ...whole } : { state: 'gone' }
  const { block, quote } = on
  if (!quote) {
    if (!place) return { state: 'gone' }
    if (!isSame(block, place.block)) return { state: 'changed', ...whole }
    return { state: isThere(place) ? 'holds' : 'moved', ...whole }
  }
  const followed = place && follow(plainText(block), plainText(place.block), quote)
  if (place && followed) {
    const { isAsWritten, ...span } = followed
    const state = !isAsWritten ? 'changed' : isThere(place) ? 'holds' : 'moved'
    return { state, now: placeNow(place, span) }
  }
  for (const { section, blocks } of isTelling(quote) ? sectionsOf(content) : [])
    for (const [index, other] of blocks.entries()) {
      const span = findQuote(plainText(other), quote)
      if (span) return { state: 'moved', now: placeNow({ section, index, block: other }, span) }
    }
  return { state: 'gone', ...whole }
}
function placeNow({ section, index, block }       , span       )           {
  return { ...section, block: index, blockId: block.id, ...span }
}
/** Where quoted words are; of several places, the one that most of what stood around them is around. */
function findQuote(text        , { exact, prefix = '', suffix = '' }       )                   {
  let best
  for (let from = text.indexOf(exact); from >= 0; from = text.indexOf(exact, from + 1)) {
    const to = from + exact.length
    const around =
      inCommon(reversed(text.slice(Math.max(0, from - prefix.length), from)), reversed(prefix)) +
      inCommon(text.slice(to, to + suffix.length), suffix)
    if (!best || around > best.around) best = { from, to, around }
  }
  return best && { from: best.from, to: best.to }
}
const reversed = (text        ) => [...text].reverse().join('')
function inCommon(one        , other        )         {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
/** Few words are in many blocks: found in another they say nothing. */
const isTelling = ({ exact }       ) => exact.length >= 20
/** Quoted words through the changes of their block; undefined where none of them is left. */
function follow(was        , is        , quote       )                                                {
  const before = findQuote(was, quote)
  if (!before) return undefined
  const mapped = mapSpan(was, is, before)
  if (mapped && is.slice(mapped.from, mapped.to) === quote.exact) return { ...mapped, isAsWritten: true }
  const elsewhere = findQuote(is, quote)
  if (elsewhere) return { ...elsewhere, isAsWritten: true }
  return mapped && { ...mapped, isAsWritten: false }
}
/** What stands now where the words of a span stood; undefined where none of them does. */
function mapSpan(was        , is        , { from, to }      )                   {
  const [words, wordsNow] = [wordsIn(was), wordsIn(is)]
  const changes = changesBetween(words, wordsNow)
  if (!changes) return undefined
  const [starts, startsNow] = [startsOf(words), startsOf(wordsNow)]
  let first
  let last
  let shift = 0
  let next = 0
  for (const [index, word] of words.entries()) {
    while (next < changes.length && changes[next] .to <= index) {
      shift = changes[next] .end - changes[next] .to
      next += 1
    }
    const start = starts[index]
    const isInside = start < to && start + word.length > from && /\S/.test(word)
    const isKept = !(next < changes.length && changes[next] .from <= index)
    if (!isInside || !isKept) continue
    const startNow = startsNow[index + shift]
    first ??= startNow + Math.max(0, from - start)
    last = startNow + Math.min(word.length, to - start)
  }
  return first === undefined || last === undefined ? undefined : { from: first, to: last }
}
function startsOf(words                   )           {
  let at = 0
  return words.map((word) => {
    at += word.length
    return at - word.length
  })
}
return { placeInText, commentNow }
})()

const coreDecisionBarred = (() => {
const { issueTitle, labelOf, partyName } = coreDecisionFacts
/** What bars decisions on the merits: a sentence that says so, and the dispositions that can be signed nevertheless. */
/** The issues that are decided as they cannot be signed: for a claimant who has died, or over mail that would end them. */
function barredFindings(facts               )            {
  const { words, issues } = facts
  return [...deaths(facts), ...openMail(facts)].flatMap(({ code, why, remaining, more }) => {
    const labels = remaining.map((name) => labelOf(words.dispositions, name))
    const isBarred = (disposition        ) => !remaining.includes(disposition)
    return issues.flatMap((issue, index)            => {
      const { decision } = issue
      if (!decision || !isBarred(decision.disposition)) return []
      const decided = labelOf(words.dispositions, decision.disposition)
      const can = labels.length > 0 ? `It can be signed as ${labels.join(' or ')}.` : 'It cannot be signed.'
      const sentence = `Issue ${index + 1}, “${issueTitle(words, issue)}”, is decided as ${decided}, but ${why}. ${can}`
      return [{ code, sentence, issueId: issue.id, dispositions: [...remaining], why, ...more }]
    })
  })
}
/**
 * The first claimant who has died. Nobody takes their place by being entered as a party: a substitution does, and the
 * case that it opens is without them.
 */
function deaths({ words, parties }               )        {
  const remaining = words.dispositions.filter(isSignedAfterDeath).map(({ name }) => name)
  const isClaimant = ({ role }               ) =>
    words.partyRoles.some(({ name, isClaimant }) => name === role && isClaimant === true)
  const told = parties.filter(isClaimant).flatMap((party) => {
    const why = deathOf(party)
    return why === undefined ? [] : [{ why, party }]
  })
  return told
    .slice(0, 1)
    .map(({ why, party }) => ({ code: 'claimantDeceased', why, remaining, more: { partyId: party.id } }))
}
/** What says so: the case, or the directory while nobody has settled which of the two is right. */
function deathOf(party               )                     {
  const { person, directory, conflicts = [] } = party
  if (person?.deathDate !== undefined) return `${partyName(party)} has died`
  const isUnsettled = conflicts.some(({ field }) => field === 'person' || field === 'person.deathDate')
  if (directory?.person?.deathDate === undefined || !isUnsettled) return undefined
  return `the directory says that ${partyName(party)} has died, and the conflict with the case is not settled`
}
/** What rests on no evidence is no decision on the merits. */
const isSignedAfterDeath = ({ afterDeath, needsEvidence }                                       ) =>
  afterDeath ?? needsEvidence === false
function openMail({ words, openTasks = [] }               )        {
  return openTasks.flatMap(({ id, type }) => {
    const known = words.taskTypes?.find(({ name }) => name === type)
    const remaining = known?.onlySigns ?? (endsCase(words, type) ? withoutEvidence(words) : undefined)
    if (!remaining) return []
    return [{ code: 'mailOpen', why: `“${known?.label ?? type}” is open`, remaining, more: { taskId: id } }]
  })
}
/** Mail whose task closes the case once it is completed, in a profile that does not say what may be signed meanwhile. */
function endsCase({ mailTypes = [], workflows = [] }               , type        )          {
  if (!mailTypes.some(({ taskType }) => taskType === type)) return false
  return workflows.some(({ rules }) =>
    rules.some(
      ({ on, do: steps }) =>
        on.event === 'task.completed' && on.task?.includes(type) && steps.some((step) => 'close' in step),
    ),
  )
}
const withoutEvidence = ({ dispositions }               ) =>
  dispositions.filter(({ needsEvidence }) => needsEvidence === false).map(({ name }) => name)
return { barredFindings }
})()

const coreDecisionPartFindings = (() => {
const { openRecognition, textsIn } = coreDecisionAuthorities
const { textOf, withoutEmpty } = coreDecisionBoilerplate
const { issueTitle, sectionOf } = coreDecisionFacts
const { anchorsIn, hasText } = coreDecisionRichText
/** Whether each part of the text carries what the profile says, and each decided issue has those that it needs. */
function partFindings(facts               )                                               {
  const found                                               = { blockers: [], warnings: [] }
  const add = (level       , finding         ) => {
    if (level !== undefined) found[level === 'refused' ? 'blockers' : 'warnings'].push(finding)
  }
  const { parts = [], withoutParts = 'checked', authorities } = facts.words.workProducts
  const recognise = authorities ? openRecognition(authorities) : () => []
  for (const [index, issue] of facts.issues.entries()) {
    const blocks = withoutEmpty(facts, sectionOf(facts, issue.id))
    const name = `Issue ${index + 1}, “${issueTitle(facts.words, issue)}”,`
    const isStructured = blocks.some(({ part }) => part !== undefined)
    for (const part of parts) {
      const own = blocks.filter((block) => block.part === part.name && block.type !== 'heading')
      if (!needs(part, issue) || own.some((block) => hasText([block]))) continue
      if (!isStructured && (withoutParts === 'accepted' || !hasText(blocks))) continue
      const sentence = `${name} has no ${part.label}.`
      add(part.missing, { code: 'partMissing', sentence, issueId: issue.id })
    }
    const counts = new Map                ()
    for (const block of blocks) {
      if (block.part === undefined) continue
      const about = { issueId: issue.id, blockId: block.id }
      const part = parts.find((one) => one.name === block.part)
      if (!part) {
        const sentence = `${name} has a block of the part ${block.part}, which the profile no longer has: it is printed where it stands.`
        add('warned', { code: 'partUnknown', sentence, ...about })
        continue
      }
      if (block.type === 'heading' || !hasText([block])) continue
      const count = (counts.get(part.name) ?? 0) + 1
      counts.set(part.name, count)
      const which = `The ${part.label} ${count} of issue ${index + 1}`
      if (part.withoutEvidence && anchorsIn([block]).length === 0)
        add(part.withoutEvidence, {
          code: 'partWithoutEvidence',
          sentence: `${which} cites no evidence.`,
          ...about,
        })
      if (part.withoutAuthority && !namesAuthority(facts, block, recognise))
        add(part.withoutAuthority, {
          code: 'partWithoutAuthority',
          sentence: `${which} names no authority that the profile recognises.`,
          ...about,
        })
    }
  }
  return found
}
function needs({ missing, dispositions }      , { decision }               )          {
  if (missing === undefined || !decision) return false
  return dispositions === undefined || dispositions.includes(decision.disposition)
}
function namesAuthority(
  facts               ,
  block       ,
  recognise                                    ,
)          {
  const content = block.type === 'boilerplate' ? textOf(facts, block).content : [block]
  return content.flatMap(textsIn).some((text) => recognise(text).length > 0)
}
return { partFindings }
})()

const coreDecisionRemandFindings = (() => {
/**
 * Instructions that nobody has judged, and those that are not satisfied although their issue is not sent back again:
 * a remand gives a right to compliance with its orders (Stegall v. West, 11 Vet. App. 268 (1998)).
 */
function remandFindings(facts               )                                               {
  const { unanswered = 'refused', notSatisfied = 'warned' } = facts.words.remands ?? {}
  const found                                               = { blockers: [], warnings: [] }
  for (const { instructions, issueIds } of facts.remands ?? []) {
    for (const instruction of instructions) {
      const { text, judgment, issueId } = instruction
      if (isSentBackAgain(facts, instruction, issueIds)) continue
      const named = issueId === undefined ? {} : { issueId }
      if (!judgment) {
        const sentence = `Nobody has said whether the instruction “${short(text)}” is satisfied.`
        const list = unanswered === 'refused' ? found.blockers : found.warnings
        list.push({ code: 'instructionUnanswered', sentence, ...named })
      } else if (judgment.result === 'notSatisfied') {
        const sentence = `The instruction “${short(text)}” is not satisfied: ${judgment.why ?? ''}`
        const list = notSatisfied === 'refused' ? found.blockers : found.warnings
        list.push({ code: 'instructionNotSatisfied', sentence, ...named })
      }
    }
  }
  return found
}
/** Or it ends without a decision on what it is about, as by death. */
function isSentBackAgain(
  { issues, words }               ,
  { issueId }                   ,
  issueIds                   ,
)          {
  const meant = issues.filter(({ id }) => (issueId === undefined ? issueIds.includes(id) : id === issueId))
  return meant.every(({ decision }) => {
    const known = words.dispositions.find(({ name }) => name === decision?.disposition)
    return known?.sendsBack === true || known?.needsEvidence === false
  })
}
const short = (text        ) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
return { remandFindings }
})()

const coreDecisionUnseenCitations = (() => {
const { citedAnchors } = coreDecisionCitedAnchors
const { partyName, versionKey } = coreDecisionFacts
const { recipientsOf } = coreDecisionRecipients
/** Citations of documents that some recipient of the decision may not see: it would tell them what is in these. */
function unseenCitations(facts               )            {
  const { readers, versions } = facts
  if (!readers || readers.size === 0) return []
  const told = new Set        ()
  return citedAnchors(facts).flatMap(({ anchor, issueId })            => {
    const { documentId, page } = anchor
    const sides = readers.get(documentId)
    if (!sides || told.has(documentId)) return []
    const unable = recipientsOf(facts).find((party) => !sideOf(party, facts).some((id) => sides.has(id)))
    if (!unable) return []
    told.add(documentId)
    const name = versions.get(versionKey(anchor))?.name ?? documentId
    const sentence = `The citation of page ${page} is of “${name}”, which ${partyName(unable)} may not see but would read of in the decision: cite what every recipient may see.`
    return [
      {
        code: 'citationUnseen',
        sentence,
        anchor,
        documentIds: [documentId],
        partyId: unable.id,
        ...(issueId === undefined ? {} : { issueId }),
      },
    ]
  })
}
/** A party, whoever represents them, and whomever they represent. */
function sideOf({ id, representation }               , { parties }               )           {
  const clients = parties.filter(
    (other) => other.representation?.isInForce && other.representation.representativeId === id,
  )
  const own = representation?.isInForce ? [representation.representativeId] : []
  return [id, ...own, ...clients.map((client) => client.id)]
}
return { unseenCitations }
})()

const coreDecisionFindings = (() => {
const { barredFindings } = coreDecisionBarred
const { boilerplateTexts, withoutEmpty } = coreDecisionBoilerplate
const { citedAnchors } = coreDecisionCitedAnchors
const { anchorKey, issueTitle, partyName, sectionOf } = coreDecisionFacts
const { partFindings } = coreDecisionPartFindings
const { recipientsOf } = coreDecisionRecipients
const { remandFindings } = coreDecisionRemandFindings
const { anchorsIn, hasText } = coreDecisionRichText
const { unseenCitations } = coreDecisionUnseenCitations
/** The blockers of a signature, and the warnings. */
function findingsOf(facts               )           {
  const boilerplate = boilerplateFindings(facts)
  const citations = citationFindings(facts)
  const {
    withoutEvidence = 'refused',
    withoutRecipient = 'refused',
    citingUnseen = 'refused',
    openProposals = 'refused',
  } = facts.words.workProducts
  const unseen = unseenCitations(facts)
  const unsupported = unsupportedIssues(facts)
  const unsent = nobodyIsSent(facts)
  const remands = remandFindings(facts)
  const parts = partFindings(facts)
  const proposals = proposalFindings(facts)
  return {
    blockers: [
      ...issueBlockers(facts),
      ...barredFindings(facts),
      ...(withoutEvidence === 'refused' ? unsupported : []),
      ...parts.blockers,
      ...citations.blockers,
      ...(citingUnseen === 'refused' ? unseen : []),
      ...boilerplate.blockers,
      ...remands.blockers,
      ...(openProposals === 'refused' ? proposals : []),
      ...(withoutRecipient === 'refused' ? unsent : []),
    ],
    warnings: [
      ...(withoutEvidence === 'warned' ? unsupported : []),
      ...parts.warnings,
      ...citations.warnings,
      ...(citingUnseen === 'warned' ? unseen : []),
      ...documentWarnings(facts),
      ...boilerplate.warnings,
      ...remands.warnings,
      ...(openProposals === 'warned' ? proposals : []),
      ...commentWarnings(facts),
      ...(withoutRecipient === 'warned' ? unsent : []),
      ...recipientWarnings(facts),
    ],
  }
}
function issueBlockers(facts               )            {
  const { issues, content } = facts
  if (issues.length === 0)
    return [{ code: 'noIssue', sentence: 'The case has no issue that could be decided.' }]
  const blockers = issues.flatMap((issue, index)            => {
    if (!issue.decision) return [aboutIssue(facts, issue, index, 'issueUndecided', 'is not decided.')]
    if (hasText(withoutEmpty(facts, sectionOf(facts, issue.id)))) return []
    return [
      aboutIssue(facts, issue, index, 'sectionMissing', 'is decided, but its section of the text is empty.'),
    ]
  })
  const listed = new Set(issues.map(({ id }) => id))
  const strays = content.issues.filter(({ issueId, content }) => !listed.has(issueId) && hasText(content))
  return [
    ...blockers,
    ...strays.map(({ issueId }) => ({
      code: 'sectionWithoutIssue',
      sentence: 'The text has a section for an issue that is not in the list.',
      issueId,
    })),
  ]
}
function aboutIssue(
  { words }               ,
  issue               ,
  index        ,
  code        ,
  says        ,
)          {
  return { code, sentence: `Issue ${index + 1}, “${issueTitle(words, issue)}”, ${says}`, issueId: issue.id }
}
/** Issues without citations whose disposition requires evidence. */
function unsupportedIssues(facts               )            {
  const needsEvidence = (disposition        ) =>
    facts.words.dispositions.find(({ name }) => name === disposition)?.needsEvidence !== false
  return facts.issues.flatMap((issue, index) => {
    const isSupported = issue.evidence.length > 0 || anchorsIn(sectionOf(facts, issue.id)).length > 0
    if (!issue.decision || isSupported || !needsEvidence(issue.decision.disposition)) return []
    const says = 'cites no evidence: cite a page for it, in its section or among its evidence.'
    return [aboutIssue(facts, issue, index, 'issueWithoutEvidence', says)]
  })
}
const whyNot                               = {
  holds: 'holds',
  unread: 'has a quote that the text of its page cannot confirm: the page is not read yet, or may be misread',
  quoteMissing: 'has a quote that is not on its page',
  superseded: 'refers to a version of its document that was replaced',
  moved: 'has moved',
  orphaned: 'is not in the newer version of its document',
  removed: 'refers to a document that is no longer in the file',
  broken: 'refers to no page of the file',
}
function citationFindings(facts               )           {
  const found           = { blockers: [], warnings: [] }
  const seen = new Set        ()
  for (const { anchor, issueId } of citedAnchors(facts)) {
    const key = anchorKey(anchor)
    const check = facts.checks.get(key)
    if (seen.has(key) || !check || check.status === 'holds') continue
    seen.add(key)
    const sentence = `The citation of page ${anchor.page} ${whyNot[check.status]}.`
    const finding = { sentence, anchor, check, ...(issueId === undefined ? {} : { issueId }) }
    if (check.resolves) found.warnings.push({ code: 'citationUnread', ...finding })
    else found.blockers.push({ code: 'citationBroken', ...finding })
  }
  return found
}
function documentWarnings({ documents, workProduct }               )            {
  const draftedMs = Date.parse(workProduct.draftedAt)
  const arrived = documents.filter(({ filedMs }) => filedMs > draftedMs)
  const unread = documents.filter(({ readBy }) => readBy.length === 0)
  return [
    ...aboutDocuments(
      'documentsArrived',
      arrived,
      'was added or changed since drafting began',
      'were added or changed since drafting began',
    ),
    ...aboutDocuments(
      'documentsUnread',
      unread,
      'has not been marked read by anybody',
      'have not been marked read by anybody',
    ),
  ]
}
function aboutDocuments(
  code        ,
  documents                                                 ,
  ofOne        ,
  ofMany = ofOne,
)            {
  const [first, ...others] = documents
  if (!first) return []
  const named = `“${first.name}”`
  const sentence =
    others.length === 0
      ? `The document ${named} ${ofOne}.`
      : `The document ${named} and ${others.length} more ${ofMany}.`
  return [{ code, sentence, documentIds: documents.map(({ documentId }) => documentId) }]
}
function boilerplateFindings(facts               )           {
  const found           = { blockers: [], warnings: [] }
  for (const text of boilerplateTexts(facts)) {
    const { reference, entry, inForce, issueId, unfilled, missing, held, content } = text
    const { id: blockId, entryId, version, edited } = reference
    const name = `“${entry?.label ?? entryId}”`
    const at = { entryId, blockId, ...(issueId === undefined ? {} : { issueId }) }
    if (!inForce && !edited) {
      const sentence = `The boilerplate ${name} is no longer in the library.`
      found.blockers.push({ code: 'boilerplateGone', sentence, entryId })
    }
    if (unfilled.length > 0) {
      const sentence = `The boilerplate ${name} names ${unfilled.join(', ')}, which a decision cannot fill: edit it.`
      found.blockers.push({ code: 'boilerplateUnfilled', sentence, entryId })
    }
    if (missing.length > 0) {
      const sentence = `The boilerplate ${name} has no value for ${missing.map((label) => `“${label}”`).join(', ')}.`
      found.blockers.push({ code: 'boilerplateUnfilled', sentence, ...at })
    }
    for (const [index, { fault }] of held.entries())
      if (fault !== undefined) {
        const sentence = `The condition of part ${index + 1} of the boilerplate ${name} ${fault}.`
        found.blockers.push({ code: 'boilerplateUndecided', sentence, ...at })
      }
    if (inForce && inForce.version !== version) {
      const has = entry?.version === version ? 'the text has' : 'the author saw'
      const sentence = `The boilerplate ${name} is now at version ${inForce.version}; ${has} ${version}.`
      found.warnings.push({ code: 'boilerplateChanged', sentence, ...at })
    }
    const isTold = held.every(({ fault }) => fault === undefined)
    if (entry && !edited && !entry.mayBeEmpty && content.length === 0 && isTold) {
      const sentence = `No condition of the boilerplate ${name} holds: it prints nothing.`
      found.warnings.push({ code: 'boilerplateEmpty', sentence, ...at })
    }
  }
  return found
}
function commentWarnings({ openComments }               )            {
  if (openComments === 0) return []
  const sentence = openComments === 1 ? 'A comment is open.' : `${openComments} comments are open.`
  return [{ code: 'commentsOpen', sentence }]
}
function proposalFindings({ openProposals = 0 }               )            {
  if (openProposals === 0) return []
  const sentence =
    openProposals === 1
      ? 'A proposal is open: accept or reject it.'
      : `${openProposals} proposals are open: accept or reject them.`
  return [{ code: 'proposalsOpen', sentence }]
}
function nobodyIsSent(facts               )            {
  if (recipientsOf(facts).length > 0) return []
  const sentence = 'The decision has no recipient: record the claimant as a party of the case.'
  return [{ code: 'noRecipient', sentence }]
}
function recipientWarnings(facts               )            {
  return recipientsOf(facts).flatMap((party)            => {
    const { id: partyId, person, representation } = party
    const name = partyName(party)
    const unknown =
      representation?.isInForce && !facts.parties.some(({ id }) => id === representation.representativeId)
    return [
      ...(person?.deathDate === undefined
        ? []
        : [
            {
              code: 'recipientDeceased',
              sentence: `${name} has died, but is a recipient of the decision.`,
              partyId,
            },
          ]),
      ...(unknown
        ? [
            {
              code: 'representativeUnknown',
              sentence: `Who represents ${name} is not recorded on the case.`,
              partyId,
            },
          ]
        : []),
    ]
  })
}
return { findingsOf }
})()

const profileChanges = (() => {
const { isSame } = coreKernelChain
/** What is other in a profile. Things with a name are told by it, wherever in their list they stand. */
function changesBetween(before         , after         , place = '')                  {
  if (isSame(before, after)) return []
  const [named, namedAfter] = [byName(before), byName(after)]
  if (named && namedAfter) {
    const orders = [named, namedAfter].map((list, index) => {
      const other = index === 0 ? namedAfter : named
      return [...list.keys()].filter((name) => other.has(name))
    })
    const isReordered = orders[0]?.join() !== orders[1]?.join()
    return [
      ...(isReordered ? [{ place, kind: 'reordered'         , before: orders[0], after: orders[1] }] : []),
      ...membersChanged(named, namedAfter, (name) => `${place}[${name}]`),
    ]
  }
  if (isRecord(before) && isRecord(after)) {
    const members = [before, after].map((record) => new Map(Object.entries(record)))
    return membersChanged(members[0]           , members[1]           , (key) =>
      place ? `${place}.${key}` : key,
    )
  }
  return [{ place, kind: 'changed', before, after }]
}
function membersChanged(before         , after         , placeOf                         )                  {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key)                  => {
    const place = placeOf(key)
    if (!after.has(key)) return [{ place, kind: 'removed', before: before.get(key) }]
    if (!before.has(key)) return [{ place, kind: 'added', after: after.get(key) }]
    return changesBetween(before.get(key), after.get(key), place)
  })
}
/** A list whose items all have a name of their own. */
function byName(value         )                      {
  if (!Array.isArray(value)) return undefined
  const members = new Map(value.map((item) => [isRecord(item) ? item.name : undefined, item]))
  const isNamed =
    members.size === value.length && [...members.keys()].every((name) => typeof name === 'string')
  return isNamed ? (members           ) : undefined
}
function isRecord(value         )                                   {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
return { changesBetween }
})()

const profileBoilerplateChanges = (() => {
const { wordDiff } = coreKernelWordDiff
const { changesBetween } = profileChanges
/** So many words apart, two texts are told as one that went and one that came. */
const mostEdits = 2000
/** What is other in one version of an entry: its text word by word, and the rest of it. */
function entryChanges(
  before       ,
  after       ,
)                                                       {
  return {
    words: compareWords(templateOf(before), templateOf(after)),
    changes: changesBetween(ruleOf(before), ruleOf(after)),
  }
}
const templateOf = ({ body, blocks = [] }       ) => body ?? blocks.map(({ text }) => text).join('\n\n')
/** All but the text; conditions in their order. */
function ruleOf({ label, fields = [], blocks = [], mayBeEmpty = false }       )                          {
  return { label, fields, conditions: blocks.map(({ when = '' }) => when), mayBeEmpty }
}
function compareWords(before        , after        )                  {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const parts = wordDiff().diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  if (!parts)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ].filter(({ text }) => text !== '')
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
return { entryChanges, compareWords }
})()

const profileCel = (() => {
const cel = () => libraries
return { cel }
})()

const profileConditionCost = (() => {
/** What a condition may call. No patterns, which can take for ever, nothing that makes lists longer, no `dyn`. */
const allowed                      = new Set([
  ...['has', 'size', 'date', 'duration', 'int', 'double', 'string'],
  ...['exists', 'exists_one', 'all', 'filter'],
  ...['contains', 'startsWith', 'endsWith', 'lowerAscii'],
  ...['getFullYear', 'getMonth', 'getDayOfMonth', 'getDayOfWeek'],
])
const overLists                      = new Set(['exists', 'exists_one', 'all', 'filter'])
/** How many steps a condition may take at the most. */
const mostSteps = 500_000
/** A case has at most so many issues, and a decision on one so many reasons. */
const mostIssues = 500
const mostReasons = 50
const unknownLength = 1_000_000
/** Why a condition is not for a profile although CEL allows it; undefined if it is. */
function faultOfCost(ast         )                     {
  const refused = nodesIn(ast).flatMap((node) => calledBy(node) ?? [])
  const other = refused.find((name) => !allowed.has(name))
  if (other !== undefined)
    return `calls ${other.slice(0, 100)}, which a condition cannot: it can call ${[...allowed].join(', ')}.`
  if (stepsOf(ast) > mostSteps)
    return `goes through long lists or texts and may take more than ${mostSteps} steps: make it simpler.`
  return undefined
}
function calledBy(node         )                     {
  return node.op === 'call' || node.op === 'rcall' ? (node.args[0]          ) : undefined
}
function childrenOf(node         )            {
  const { args } = node
  return Array.isArray(args) ? (args             ).flat(2).filter(isNode) : isNode(args) ? [args] : []
}
function nodesIn(node         )            {
  return [node, ...childrenOf(node).flatMap(nodesIn)]
}
const isNode = (value         )                   =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value
/** What each variable of a macro stands for has at most so many characters. */
/** Functions that read a whole text, which may be long. */
const overTexts                      = new Set([
  ...['contains', 'startsWith', 'endsWith', 'lowerAscii'],
  ...['size', 'int', 'double', 'string'],
])
/** How many steps a condition may take at the most, by the lengths that lists and texts can have. */
function stepsOf(node         , known             = new Map())         {
  const inside = childrenOf(node)
  const steps = (nodes                    , of = known) => sum(nodes.map((one) => stepsOf(one, of)))
  if (node.op === '+') return 1 + Math.ceil(charactersOf(node, known) / joinedInAStep) + steps(summands(node))
  const called = calledBy(node)
  const [first, second] = inside
  if (called === undefined || !first) return 1 + steps(inside)
  if (overLists.has(called)) {
    const [, variable, ...body] = inside
    const items = new Map(known)
    if (variable?.op === 'id') items.set(variable.args, charactersOfItems(first, known))
    return 1 + stepsOf(first, known) + lengthOf(first) * steps(body, items)
  }
  if (!overTexts.has(called)) return 1 + steps(inside)
  const text = charactersOf(first, known)
  const sought = called === 'contains' && second ? charactersOf(second, known) : 0
  const searching = sought > soughtAtOnce ? Math.ceil((text * sought) / comparedInAStep) : 0
  return 1 + Math.ceil(text / readInAStep) + searching + steps(inside)
}
/** Measured; a text that is longer than what is sought at once is compared at each of its places. */
const readInAStep = 50
const joinedInAStep = 300
const comparedInAStep = 150
const soughtAtOnce = 200
/** What a chain of `+` joins: it is joined once. */
const summands = (node         )            => (node.op === '+' ? childrenOf(node).flatMap(summands) : [node])
/** An issue has no longer text. */
const mostCharacters = 10_000
const mostOfField = 5000
const mostOfName = 100
const names                      = new Set(['type', 'benefitType', 'disposition', 'docketNumber'])
/** How long a text can be. */
function charactersOf(node         , known            )         {
  const inside = childrenOf(node)
  const each = (nodes                    ) => nodes.map((one) => charactersOf(one, known))
  switch (node.op) {
    case 'value':
      return typeof node.args === 'string' ? node.args.length : 0
    case 'id':
      return known.get(node.args) ?? mostCharacters
    case '.': {
      const [owner, member] = node.args
      if (owner.op === 'id' && owner.args === 'fields') return mostOfField
      return names.has(member) ? mostOfName : mostCharacters
    }
    case '+':
      return sum(each(inside))
    case '?:':
      return Math.max(...each(inside.slice(1)))
    case 'call':
    case 'rcall':
      return Math.max(mostOfName, ...each(inside.slice(0, 1)))
    default:
      return mostCharacters
  }
}
function charactersOfItems(node         , known            )         {
  const inside = childrenOf(node)
  switch (node.op) {
    case 'list':
      return Math.max(0, ...inside.map((one) => charactersOf(one, known)))
    case '.':
      return mostOfName
    case '+':
    case '?:':
    case 'rcall':
      return Math.max(...inside.filter(isList).map((one) => charactersOfItems(one, known)))
    default:
      return mostCharacters
  }
}
const isList = ({ op }         ) => ['list', '.', '+', '?:', 'rcall', 'id'].includes(op)
/** How long a list can be. */
function lengthOf(node         )         {
  switch (node.op) {
    case 'list':
      return node.args.length
    case 'id':
      return node.args === 'issues' ? mostIssues : unknownLength
    case '.':
      return node.args[1] === 'reasons' ? mostReasons : unknownLength
    case '+':
      return sum(childrenOf(node).map(lengthOf))
    case '?:':
      return Math.max(...childrenOf(node).slice(1).map(lengthOf))
    case 'rcall':
      return node.args[0] === 'filter' ? lengthOf(node.args[1]) : unknownLength
    default:
      return unknownLength
  }
}
const sum = (numbers                   ) => numbers.reduce((total, one) => total + one, 0)
return { faultOfCost, calledBy, childrenOf, nodesIn, stepsOf }
})()

const profileConditions = (() => {
const { entryTaken, referencesIn } = coreDecisionBoilerplate
const { claimantOf, representativeOf, valuesOf } = coreDecisionBoilerplateValues
const { issueTitle, partyName } = coreDecisionFacts
const { nearest } = coreKernelNearest
const { dayOf, isCalendarDate } = coreTimeMoments
const { cel } = profileCel
const { calledBy, childrenOf, faultOfCost, nodesIn, stepsOf } = profileConditionCost
/** What conditions may ask, with its types: the whole of it. */
const conditionFacts = {
  case: { docketNumber: 'string', type: 'string', receiptDate: 'date' },
  claimant: {
    name: 'string',
    isRepresented: 'bool',
    isOrganization: 'bool',
    hasDied: 'bool',
    representative: 'string',
  },
  issue: {
    number: 'int',
    title: 'string',
    type: 'string',
    benefitType: 'string',
    scope: 'string',
    description: 'string',
    disposition: 'string',
    reasons: 'list<string>',
    instructions: 'int',
    evidence: 'int',
  },
}
/** What a condition is written for: the fields of its entry, and whether it stands in the section of an issue. */
/** The words of the profile that conditions are compared with. */
const limits = {
  maxAstNodes: 300,
  maxDepth: 30,
  maxListElements: 100,
  maxMapEntries: 1,
  maxCallArguments: 4,
}
const timestamp = 'google.protobuf.Timestamp'
const celType = (type        ) => (type === 'date' ? timestamp : type)
/** A map, since a field may be called `constructor` or `toString`, which every object has. */
class Members extends Map                  {
  constructor(members        ) {
    super(Object.entries(members))
  }
}
class Case extends Members {}
class Claimant extends Members {}
class Issue extends Members {}
const bases = new Map                      ()
/** Declares everything that a condition may name: whatever else it names is refused. */
function baseEnvironment(knowsIssue         )              {
  let base = bases.get(knowsIssue)
  if (!base) {
    const typed = (facts                                  ) =>
      Object.fromEntries(Object.entries(facts).map(([name, type]) => [name, celType(type)]))
    base = new (cel().Environment)({ limits, unlistedVariablesAreDyn: false, enableOptionalTypes: false })
      .registerType('Case', { ctor: Case, fields: typed(conditionFacts.case) })
      .registerType('Claimant', { ctor: Claimant, fields: typed(conditionFacts.claimant) })
      .registerType('Issue', { ctor: Issue, fields: typed(conditionFacts.issue) })
      .registerVariable('case', 'Case')
      .registerVariable('claimant', 'Claimant')
      .registerVariable('issues', 'list<Issue>')
      .registerVariable('today', timestamp)
      .registerFunction(`date(string): ${timestamp}`, (day        ) => moment(day))
    if (knowsIssue) base.registerVariable('issue', 'Issue')
    bases.set(knowsIssue, base)
  }
  return base
}
/** Read once for each entry: its fields have the types that it declares. */
const readers = new WeakMap                ()
function readerFor(scope       )         {
  let reader = readers.get(scope)
  if (!reader) {
    const fields = Object.fromEntries(
      (scope.fields ?? []).map((field) => [field.name, celType(typeOfField(field))]),
    )
    class Fields extends Members {}
    const environment = baseEnvironment(knowsIssue(scope))
      .clone()
      .registerType('Fields', { ctor: Fields, fields })
      .registerVariable('fields', 'Fields')
    reader = { environment, Fields }
    readers.set(scope, reader)
  }
  return reader
}
const knowsIssue = ({ place }       ) => place === undefined || place === 'issue'
const fieldTypesInCel                            = {
  text: 'string',
  number: 'int',
  date: 'date',
  money: 'double',
  choice: 'string',
  person: 'string',
  yesNo: 'bool',
}
const typeOfField = ({ type, decimals = 0 }                  ) =>
  type === 'number' && decimals > 0 ? 'double' : fieldTypesInCel[type]
/** What is wrong with a condition, to follow its place; undefined if nothing is. */
function faultOfCondition(condition        , scope       , words                )                     {
  const { environment } = readerFor(scope)
  let ast
  try {
    ast = environment.parse(condition).ast
  } catch (error) {
    return `cannot be read${whereOf(error)}: ${summaryOf(error)}.`
  }
  const costs = faultOfCost(ast)
  if (costs !== undefined) return costs
  const unknown = unknownMember(ast, scope)
  if (unknown !== undefined) return unknown
  const checked = environment.check(condition)
  if (!checked.valid)
    return `is not right${whereOf(checked.error)}: ${summaryOf(checked.error)}.${issueHint(ast, scope)}`
  if (checked.type !== 'bool') return `must be true or false: it is of the type ${checked.type}.`
  return unknownWord(ast, scope, words)
}
/** How many steps conditions that are right may take together. */
function stepsOfConditions(conditions                   , scope       )         {
  const { environment } = readerFor(scope)
  return conditions.reduce((total, condition) => total + stepsOf(environment.parse(condition).ast), 0)
}
const whereOf = (error         ) => {
  const { range } = error
  return range ? ` at character ${range.start + 1}` : ''
}
const summaryOf = (error         ) => {
  const { summary, message = 'it is no condition' } = error
  return (summary ?? message.split('\n')[0] ?? '').replace(/[.\s]+$/, '').slice(0, 300)
}
function issueHint(ast         , scope       )         {
  const names = nodesIn(ast).some((node) => node.op === 'id' && node.args === 'issue')
  return names && !knowsIssue(scope)
    ? ' Only an entry whose place is issue knows its issue; others have the list issues.'
    : ''
}
/** What CEL does not mind: `has` of a member that does not exist is false for ever, and so is what is compared with no date. */
function unknownMember(ast         , { fields = [] }       )                     {
  const known                                    = {
    case: Object.keys(conditionFacts.case),
    claimant: Object.keys(conditionFacts.claimant),
    issue: Object.keys(conditionFacts.issue),
    fields: fields.map(({ name }) => name),
  }
  for (const node of nodesIn(ast)) {
    if (node.op === '[]' && (node.args[0]           ).op === 'id')
      return 'must name members with a point, such as fields.name.'
    const [day] = calledBy(node) === 'date' ? childrenOf(node).slice(-1) : []
    if (day && (day.op !== 'value' || !isCalendarDate(String(day.args))))
      return 'must give date a day that exists, such as date("2026-03-02").'
    if (node.op !== '.') continue
    const [owner, member] = node.args
    if (owner.op !== 'id') continue
    // The variable of a macro: of what lists hold, only issues have members.
    const names = (Object.hasOwn(known, owner.args) ? known[owner.args] : known.issue) ?? []
    if (names.includes(member)) continue
    const meant = nearest(member, names)
    return `names ${String(owner.args)}.${member}, which does not exist${meant ? `; did you mean ${meant}?` : '.'}`
  }
  return undefined
}
/** A word that the profile does not have is never equal to anything. */
function unknownWord(ast         , { fields = [] }       , words                )                     {
  const namesOf = (list                             ) => list.map(({ name }) => name)
  const known                                    = {
    'issue.type': namesOf(words.issueTypes),
    'issue.benefitType': namesOf(words.benefitTypes),
    'issue.disposition': namesOf(words.dispositions),
    'issue.reasons': words.reasonGroups.flatMap(({ reasons }) => namesOf(reasons)),
    'case.type': namesOf(words.caseTypes),
    ...Object.fromEntries(
      fields.flatMap(({ name, type, choices = [] }) =>
        type === 'choice' ? [[`fields.${name}`, namesOf(choices)]] : [],
      ),
    ),
  }
  for (const node of nodesIn(ast)) {
    const [left, right] = childrenOf(node)
    if (!left || !right || !['==', '!=', 'in'].includes(node.op)) continue
    for (const [path, other] of [
      [pathOf(left), right],
      [pathOf(right), left],
    ]         ) {
      const names = path === undefined || !Object.hasOwn(known, path) ? undefined : known[path]
      const wrong = names && literalsIn(other).find((word) => word !== '' && !names.includes(word))
      if (!names || wrong === undefined) continue
      const meant = nearest(wrong, names)
      const hint = meant ? `; did you mean ${meant}?` : '.'
      const why = path?.startsWith('fields.') ? 'is none of its choices' : 'the profile does not have'
      return `compares ${path} with '${wrong.slice(0, 100)}', which ${why}${hint}`
    }
  }
  return undefined
}
/** A variable of a macro stands for one of `issues`. */
function pathOf(node         )                     {
  if (node.op !== '.') return undefined
  const [owner, member] = node.args
  if (owner.op !== 'id') return undefined
  const isRoot = ['case', 'claimant', 'fields'].includes(owner.args)
  return `${isRoot ? owner.args : 'issue'}.${member}`
}
function literalsIn(node         )           {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : []
  return node.op === 'list' ? childrenOf(node).flatMap(literalsIn) : []
}
/** Facts as conditions read them. */
function contextOf(
  facts               ,
  {
    issueId,
    scope,
    values,
  }                                                                                   ,
)                   {
  const { Fields } = readerFor(scope)
  const known = recordsOf(facts)
  const index = facts.issues.findIndex(({ id }) => id === issueId)
  return {
    ...known,
    ...(index < 0 ? {} : { issue: known.issues[index] }),
    fields: new Fields(fieldMembers(scope.fields ?? [], values, facts)),
  }
}
const records = new WeakMap                        ()
/** Of a case, whichever entry asks. */
function recordsOf(facts               )          {
  const known = records.get(facts)
  if (known) return known
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  const { docketNumber, caseType, receiptDate } = facts.case
  const made = {
    case: new Case({ docketNumber, type: caseType, receiptDate: moment(receiptDate) }),
    claimant: new Claimant({
      name: claimant ? partyName(claimant) : '',
      isRepresented: claimant?.representation?.isInForce ?? false,
      isOrganization: claimant !== undefined && !claimant.person,
      hasDied: (claimant?.person?.deathDate ?? claimant?.directory?.person?.deathDate) !== undefined,
      representative: representative ? partyName(representative) : '',
    }),
    issues: facts.issues.map((issue, index) => issueRecord(facts, issue, index)),
    today: moment(dayOf(new Date(facts.signature.at))),
  }
  records.set(facts, made)
  return made
}
function issueRecord({ words }               , issue               , index        )        {
  const { decision } = issue
  return new Issue({
    number: BigInt(index + 1),
    title: issueTitle(words, issue),
    type: issue.issueType,
    benefitType: issue.benefitType ?? '',
    scope: issue.scope ?? '',
    description: issue.description ?? '',
    disposition: decision?.disposition ?? '',
    reasons: (decision?.reasons ?? []).map(({ reason }) => reason),
    instructions: BigInt(decision?.instructions?.length ?? 0),
    evidence: BigInt(issue.evidence.length),
  })
}
function fieldMembers(
  fields                             ,
  values                            ,
  { parties }               ,
)                          {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (!Object.hasOwn(values, field.name)) return []
      const value = memberOf(field, values[field.name]              , parties)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}
function memberOf(field                  , value            , parties                          )          {
  switch (typeOfField(field)) {
    case 'int':
      return Number.isSafeInteger(value) ? BigInt(value          ) : undefined
    case 'double':
      return Number.isFinite(Number(value)) ? Number(value) : undefined
    case 'date':
      return isCalendarDate(String(value)) ? moment(String(value)) : undefined
    case 'bool':
      return typeof value === 'boolean' ? value : undefined
    default: {
      if (field.type !== 'person') return String(value)
      const party = parties.find(({ id }) => id === value)
      return party && partyName(party)
    }
  }
}
/** The day, as the moment at which it begins. */
const moment = (day        ) => new Date(day)
/** Whether a condition holds. What cannot be told does not hold, and says why. */
function evaluateCondition(condition        , scope       , context                  )       {
  const { environment } = readerFor(scope)
  try {
    const told          = compiled(environment, condition)(context)
    return typeof told === 'boolean' ? { holds: told } : { holds: false, fault: 'is neither true nor false' }
  } catch (error) {
    return { holds: false, fault: `cannot be told: ${reasonOf(error)}` }
  }
}
const programs = new WeakMap                                                                  ()
function compiled(environment             , condition        )                                         {
  const known = programs.get(environment) ?? new Map()
  programs.set(environment, known)
  let program = known.get(condition)
  if (!program) {
    program = environment.parse(condition)
    known.set(condition, program)
  }
  return program
}
function reasonOf(error         )         {
  const summary = summaryOf(error)
  const [, member] = /^No such key: (.*)$/.exec(summary) ?? []
  if (member !== undefined) return `fields.${member} has no value; has(fields.${member}) asks for that`
  const [, variable] = /^Unknown variable: (.*)$/.exec(summary) ?? []
  return variable === 'issue' ? 'it asks for the issue, and stands in the section of none' : summary
}
/** Which conditions hold, block by block; empty where there is none. */
function heldOf(
  facts               ,
  entry       ,
  { issueId, values }                                                                     ,
)         {
  const { blocks = [] } = entry
  if (!blocks.some(({ when }) => when !== undefined)) return []
  const context = contextOf(facts, { issueId, scope: entry, values })
  return blocks.map(({ when }) =>
    when === undefined ? { holds: true } : evaluateCondition(when, entry, context),
  )
}
/** Which conditions of the boilerplate of a text hold, by the IDs of its blocks. */
function heldIn(facts               )                               {
  const held = new Map                         ()
  for (const { reference, issueId } of referencesIn(facts.content)) {
    const { entry } = entryTaken(facts, reference)
    if (!entry?.blocks || reference.edited) continue
    const values = valuesOf(entry, reference.values, facts, issueId)
    held.set(reference.id, heldOf(facts, entry, { issueId, values }))
  }
  return held
}
const offerScopes = new WeakMap               ()
/** What decides whether an entry is offered is asked before its fields have values. */
function offerScope(entry                      )        {
  let scope = offerScopes.get(entry)
  if (!scope) {
    scope = { place: entry.place }
    offerScopes.set(entry, scope)
  }
  return scope
}
return { conditionFacts, faultOfCondition, stepsOfConditions, contextOf, evaluateCondition, heldOf, heldIn, offerScope }
})()

const profileBoilerplateFaults = (() => {
const templateFields = ["profile.label","case.docketNumber","case.type","case.docket","case.receiptDate","case.status","claimant.name","recipient.name","recipient.address","representative.name","sender.name","today","answerBy","reason","issues","task.label","task.deadline","document.name","document.receiptDate","session.date","session.time","session.zone","session.place","session.kind","session.link","decision.date","link"]
const { nearest } = coreKernelNearest
const { faultOfCondition, offerScope, stepsOfConditions } = profileConditions
/** So many steps the conditions of an entry may take together. */
const mostSteps = 1_000_000
function boilerplateFaults(profile         )                 {
  return profile.boilerplate.flatMap((entry, index) => faultsOfEntry(`boilerplate[${index}]`, entry, profile))
}
/** What an entry must have beside its shape. */
function faultsOfEntry(at        , entry                  , words                )                 {
  const { body, blocks = [], fields = [], offeredWhen, mayBeEmpty } = entry
  const fault = (member        , says        )               => {
    const place = member === '' ? at : `${at}.${member}`
    return { place, what: `${place} ${says}` }
  }
  const condition = (
    member        ,
    text                    ,
    scope                                        ,
  ) => {
    const says = text === undefined ? undefined : faultOfCondition(text, scope, words)
    return says === undefined ? [] : [fault(member, says)]
  }
  const known = [...templateFields, ...fields.map(({ name }) => `fields.${name}`)]
  const template = (member        , text        ) =>
    faultsOfTemplate(text, known).map((says) => fault(member, says))
  const isConditional = blocks.length > 0 && blocks.every(({ when }) => when !== undefined)
  const conditions = [
    ...blocks.flatMap(({ when }, index) => condition(`blocks[${index}].when`, when, entry)),
    ...condition('offeredWhen', offeredWhen, offerScope(entry)),
  ]
  const written = blocks.flatMap(({ when }) => when ?? [])
  return [
    ...((body === undefined) === (entry.blocks === undefined)
      ? [fault('', 'must have a body, or blocks instead of it.')]
      : []),
    ...(body === undefined ? [] : template('body', body)),
    ...blocks.flatMap(({ text }, index) => template(`blocks[${index}].text`, text)),
    ...conditions,
    ...(conditions.length === 0 && stepsOfConditions(written, entry) > mostSteps
      ? [fault('blocks', `may take more than ${mostSteps} steps together: make its conditions simpler.`)]
      : []),
    ...(mayBeEmpty && !isConditional
      ? [fault('mayBeEmpty', 'must be left out: not every block has a condition, so it never is.')]
      : []),
    ...repeated(fields).map((index) => fault(`fields[${index}].name`, 'must be unique in its entry.')),
    ...fields.flatMap((field, index) =>
      faultsOfField(field).map(({ member, says }) => fault(`fields[${index}].${member}`, says)),
    ),
  ]
}
function faultsOfTemplate(text        , known                   )           {
  const named = [...text.matchAll(/\{\{(.*?)\}\}/gs)].map(([, field = '']) => field.trim())
  const rest = text.replaceAll(/\{\{.*?\}\}/gs, '')
  return [
    ...named
      .filter((field) => !known.includes(field))
      .map((field) => {
        const meant = nearest(field, known)
        return `names the field ${field}, which does not exist${meant ? `; did you mean ${meant}?` : '.'}`
      }),
    ...(/\{\{|\}\}/.test(rest) ? ['has {{ or }} without the other.'] : []),
  ]
}
function repeated(fields                             )           {
  const names = fields.map(({ name }) => name)
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
}
/** The type that each fact has. */
const sourceTypes                                 = {
  'claimant.name': 'text',
  'representative.name': 'text',
  'case.docketNumber': 'text',
  'case.type': 'text',
  'case.receiptDate': 'date',
  'issue.title': 'text',
  'issue.scope': 'text',
  'issue.disposition': 'text',
  'issue.number': 'number',
  claimant: 'person',
  representative: 'person',
  today: 'date',
}
/** Members that only some types of fields have. */
const ofTypes = { choices: ['choice'], decimals: ['number'], currency: ['money'] }
function faultsOfField(field                  )                                     {
  const { type, default: source, choices } = field
  const names = (choices ?? []).map(({ name }) => name)
  const fits = source === undefined || sourceTypes[source] === type
  return [
    ...Object.entries(ofTypes).flatMap(([member, types]) =>
      field[member                        ] === undefined || types.some((one) => one === type)
        ? []
        : [{ member, says: `must be left out: the field is of the type ${type}.` }],
    ),
    ...(type === 'choice' && choices === undefined
      ? [{ member: 'choices', says: 'must have at least one choice.' }]
      : []),
    ...(new Set(names).size < names.length ? [{ member: 'choices', says: 'must have each name once.' }] : []),
    ...(fits
      ? []
      : [
          {
            member: 'default',
            says: `must be of the type of its field: ${source} is of the type ${sourceTypes[source               ]}.`,
          },
        ]),
  ]
}
return { boilerplateFaults, faultsOfEntry }
})()

const profileTryEntry = (() => {
const { blocksOf, fieldsOf, textOf } = coreDecisionBoilerplate
const { printedValues } = coreDecisionBoilerplateValues
const { fillTemplate, paragraphsOf } = coreDecisionFillTemplate
const { contextOf, evaluateCondition, heldIn, offerScope } = profileConditions
/** What an entry would print where it stands in a section of a case, and which of its conditions hold. */
function tryEntry(
  given               ,
  entry                  ,
  { issueId, values }                                                                  ,
)                   {
  const { name: entryId, version } = entry
  const reference                       = {
    type: 'boilerplate',
    id: 'blk_trial',
    entryId,
    version,
    ...(values ? { values } : {}),
  }
  const content =
    issueId === undefined
      ? { opening: [reference], issues: [], closing: [] }
      : { opening: [], issues: [{ issueId, content: [reference] }], closing: [] }
  const facts = { ...given, words: { ...given.words, boilerplate: [entry] }, content }
  const text = textOf({ ...facts, held: heldIn(facts) }, reference)
  const fields = { ...fieldsOf(facts), ...printedValues(entry, text.values, facts) }
  const offered = offerOf(given, entry, issueId)
  return {
    entryId,
    version,
    values: text.values,
    blocks: blocksOf(entry).map(({ text: template, when }, index) => {
      const held = text.held[index] ?? { holds: false }
      const paragraphs = held.holds ? paragraphsOf(fillTemplate(template, fields).text) : []
      return { ...(when === undefined ? {} : { when }), ...held, paragraphs }
    }),
    ...(offered ? { offered } : {}),
    unfilled: text.unfilled,
    missing: text.missing,
  }
}
/** Whether an entry is offered on a case; undefined where it does not say when. */
function offerOf(
  facts               ,
  entry                                                 ,
  issueId                    ,
)                              {
  if (entry.offeredWhen === undefined) return undefined
  const scope = offerScope(entry)
  return evaluateCondition(entry.offeredWhen, scope, contextOf(facts, { issueId, scope, values: {} }))
}
/** Every condition of an entry, with its place. */
function conditionsOf(entry                  )                                      {
  const { name: entryId, version, blocks = [], offeredWhen } = entry
  return [
    ...(offeredWhen === undefined
      ? []
      : [{ entryId, version, place: 'offeredWhen', condition: offeredWhen }]),
    ...blocks.flatMap(({ when }, index) =>
      when === undefined ? [] : [{ entryId, version, place: `blocks[${index}].when`, condition: when }],
    ),
  ]
}
/** What each condition was in a trial; nothing where it could not be told. */
function outcomesOf(
  entry                  ,
  { blocks, offered }                                              ,
)                                                                            {
  const { name: entryId, version, offeredWhen } = entry
  const all = [{ when: offeredWhen, holds: offered?.holds ?? false, fault: offered?.fault }, ...blocks]
  return all.flatMap(({ when, holds, fault }) =>
    when === undefined || fault !== undefined ? [] : [{ entryId, version, condition: when, holds }],
  )
}
return { tryEntry, offerOf, conditionsOf, outcomesOf }
})()

const searchNormalise = (() => {
/**
 * Stands between two letters for a hyphen at a line's end, or a soft one. It may belong to the word
 * (`service-connected`) or not (`disabil-ity`); only a reader could say which, so both are findable.
 */
const doubtfulHyphen = '\u00ad'
/** A text in the one spelling in which pages and queries are compared. */
function normalise(original        )             {
  const folded = rewrite(original, notPlain, foldCharacter)
  const respelt = rewrite(folded.text.toLowerCase(), spelling, rejoin)
  const text = respelt.text
  const toOriginal = (offset        ) => folded.origin(respelt.origin(offset))
  return {
    text,
    original(start, end) {
      const from = toOriginal(start)
      if (end <= start) return { start: from, end: from }
      const last = toOriginal(end - 1)
      let next = end
      while (next < text.length && toOriginal(next) === last) next++
      return { start: from, end: toOriginal(next) }
    },
  }
}
const notPlain = /[^ -_a-~\t\r\n]/gu
const raised = /[¹²³⁰⁴-⁹¼-¾⅐-⅞™℠]/u
const folds = new Map                ()
function foldCharacter(character        , before        )         {
  let folded = folds.get(character)
  if (folded === undefined) {
    folded = fold(character)
    if (character.length === 1) folds.set(character, folded)
  }
  return raised.test(character) && isWordCharacter(before) && !raised.test(before) ? ` ${folded}` : folded
}
const kin                         = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ς: 'σ' },
  ...{ ʼ: "'", '⁄': '/' },
}
const dash = /[\p{Pd}−]/u
const single = /[`´‘’‚‛′ʹʻ]/u
function fold(character        )         {
  if (/[\u00ad\ufffe]/u.test(character)) return doubtfulHyphen
  if (/[\p{Cc}\p{Z}§]/u.test(character)) return ' '
  if (/[\p{Cf}\p{Cs}\uffff]/u.test(character)) return ''
  if (dash.test(character)) return '-'
  if (single.test(character)) return "'"
  if (/[“”„‟″«»]/u.test(character)) return '"'
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[`\P{ASCII}]/gu, foldPlain)
}
/** Some are a dash or a quote only once they are plain: ⁻, ｀, ‴. */
function foldPlain(letter        )         {
  if (dash.test(letter)) return '-'
  return single.test(letter) ? "'" : (kin[letter] ?? letter)
}
const blank = '[ \\t]'
const lineBreak = `${blank}*(?:\\r\\n?|\\n)${blank}*`
const wordStart = '(?<![\\p{L}\\p{N}])'
const wordEnd = '(?![\\p{L}\\p{N}])'
const spelling = new RegExp(
  [
    `[-¬]${lineBreak}`,
    `${doubtfulHyphen}(?:${lineBreak})?`,
    // C.F.R. and C. F. R. are one word; so is every other row of single letters with points between.
    `\\.(?<=${wordStart}\\p{L}\\.)(?=\\p{L}${wordEnd})`,
    `\\.(?<=${wordStart}c\\.)\\s{1,3}(?=f\\.\\s{1,3}r${wordEnd})`,
    `\\.(?<=${wordStart}c\\.\\s{1,3}f\\.)\\s{1,3}(?=r${wordEnd})`,
    `${blank}(?:(?=%)(?<=\\p{N}${blank})|(?=\\p{N})(?<=\\p{Sc}${blank}))`,
  ].join('|'),
  'gu',
)
function rejoin(found        , before        , after        )         {
  if (!/^[-¬\u00ad]/u.test(found)) return ''
  if (isLetter(before) && isLetter(after)) return doubtfulHyphen
  if (isWordCharacter(before) && isWordCharacter(after)) return '-'
  return found.startsWith(doubtfulHyphen) ? '' : found
}
const isLetter = (character        ) => /\p{L}/u.test(character)
const isWordCharacter = (character        ) => /[\p{L}\p{N}]/u.test(character)
/** Replaces what the pattern finds, and remembers each place from which offsets run differently. */
function rewrite(
  text        ,
  pattern        ,
  replacement                                                          ,
)            {
  const at = [0]
  const origins = [0]
  const parts           = []
  let copied = 0
  let length = 0
  for (const match of text.matchAll(pattern)) {
    const found = match[0]
    const end = match.index + found.length
    const put = replacement(found, text.charAt(match.index - 1), text.charAt(end))
    parts.push(text.slice(copied, match.index), put)
    length += match.index - copied
    for (let index = 1; index < put.length; index++) {
      at.push(length + index)
      origins.push(match.index)
    }
    length += put.length
    copied = end
    at.push(length)
    origins.push(end)
  }
  if (copied === 0) return { text, origin: (offset) => offset }
  parts.push(text.slice(copied))
  return {
    text: parts.join(''),
    origin(offset) {
      let low = 0
      let high = at.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (at[middle]  <= offset) low = middle
        else high = middle - 1
      }
      return Math.min(origins[low]  + offset - at[low] , text.length)
    },
  }
}
return { doubtfulHyphen, normalise }
})()

const searchWordForms = (() => {
/**
 * The root that the forms of an English word share: plurals, -ed, -ing and possessives, by the rules of the
 * Snowball English stemmer, steps 1 and 5. Its other steps join words of different meaning (`organ` and
 * `organization`, `general` and `generation`), which a reader of evidence must be able to tell apart.
 */
function rootOf(word        )         {
  const known = roots.get(word)
  if (known !== undefined) return known
  if (!/^[a-z]{3,40}$/.test(word)) return word
  const root = findRoot(word)
  if (roots.size >= mostRoots) roots.clear()
  if (word.length <= longestKept) roots.set(word, root)
  return root
}
/** Pages share most of their words, and a root takes a dozen comparisons to find. */
const roots = new Map                ()
const mostRoots = 50_000
/** V8 makes a longer slice a view of its text, and would keep the whole page with it. */
const longestKept = 12
function findRoot(word        )         {
  const irregular = irregulars.get(word)
  if (irregular) return irregular
  if (whole.has(word)) return word
  if (/[aeiouy]sis$/.test(word)) return word.slice(0, -2)
  const singular = withoutPlural(word)
  if (whole.has(singular)) return singular
  return withoutFinal(withoutY(withoutTense(singular)))
}
/** What every form of a root begins with. */
function sharedBeginning(root        )         {
  return irregularRoots.has(root) ? root.charAt(0) : root.slice(0, Math.max(1, root.length - 1))
}
const irregulars = new Map([
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['criteria', 'criterion'],
])
const irregularRoots = new Set(irregulars.values())
/** Words that only look like a form of another: the armed forces are no arm, and John Doe is no verb. */
const whole = new Set([
  'armed',
  'does',
  'evening',
  'exceed',
  'news',
  'outing',
  'proceed',
  'succeed',
  'united',
])
function withoutPlural(word        )         {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/[us]s$/.test(word)) return word
  if (/[aeiouy].+s$/.test(word)) return word.slice(0, -1)
  return /..ae$/.test(word) && word.length > 4 ? word.slice(0, -1) : word
}
function withoutTense(word        )         {
  if (/eed$/.test(word)) return firstRegion(word) <= word.length - 3 ? word.slice(0, -1) : word
  const bare = word.replace(/(?:ed|ing)$/, '')
  if (bare === word || !/[aeiouy]/.test(bare)) return word
  if (/(?:at|bl|iz)$/.test(bare)) return `${bare}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(bare)) return bare.slice(0, -1)
  return firstRegion(bare) >= bare.length && endsShort(bare) ? `${bare}e` : bare
}
function withoutY(word        )         {
  return /.[^aeiouy]y$/.test(word) ? `${word.slice(0, -1)}i` : word
}
function withoutFinal(word        )         {
  const bare = word.slice(0, -1)
  const first = firstRegion(word)
  const second = first + firstRegion(word.slice(first))
  if (word.endsWith('e') && (bare.length >= second || (bare.length >= first && !endsShort(bare)))) return bare
  return word.endsWith('ll') && bare.length >= second ? bare : word
}
/** Where the part after the first consonant that follows a vowel begins. */
function firstRegion(word        )         {
  const found = /[aeiouy][^aeiouy]/.exec(word)
  return found ? found.index + 2 : word.length
}
function endsShort(word        )          {
  return /(?:^[aeiouy]|[^aeiouy][aeiouy])[^aeiouywx]$/.test(word)
}
return { rootOf, sharedBeginning }
})()

const searchTokenise = (() => {
const { doubtfulHyphen } = searchNormalise
const { rootOf } = searchWordForms
/** A normalised text as its runs of letters and of digits: `dd214` is two runs, and `3.303(a)` three. */
function runsOf(text        )       {
  const runs       = { text, count: 0, starts: [], ends: [], digits: [] }
  let current = other
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const width = code >= 0xd800 && code < 0xdc00 ? 2 : 1
    if (width === 1 && kinds[code] === 0) kinds[code] = kindOf(code)
    const kind = width === 1 ? kinds[code]  : kindOf(text.codePointAt(at) ?? 0)
    if (kind !== current) {
      if (current !== other) runs.ends.push(at)
      if (kind !== other) {
        runs.starts.push(at)
        runs.digits.push(kind === digit)
        runs.count++
      }
      current = kind
    }
    at += width
  }
  if (current !== other) runs.ends.push(text.length)
  return runs
}
const letter = 1
const digit = 2
const other = 3
const kinds = new Uint8Array(65_536)
function kindOf(codePoint        )         {
  const character = String.fromCodePoint(codePoint)
  if (/\p{L}/u.test(character)) return letter
  return /\p{N}/u.test(character) ? digit : other
}
/** How many runs a word may be written in (`mother-in-law`, `O'Brien`) and still be found as one. */
const longestChain = 4
/**
 * The words that begin at a run, and go past it, when hyphens and apostrophes are left out: at `in` of `in-law's`
 * they are `inlaw` and `inlaws`. Each with the run after its last.
 */
function joinedAt(runs      , first        )                                   {
  const joined                                   = []
  for (let last = first; last < first + longestChain - 1 && isJoined(runs, last); last++) {
    const word = (joined.at(-1)?.word ?? wordAt(runs, first)) + wordAt(runs, last + 1)
    joined.push({ word, next: last + 2 })
  }
  return joined
}
function isJoined({ text, starts, ends, digits }      , index        )          {
  const end = ends[index]
  if (starts[index + 1] !== end + 1 || digits[index] || digits[index + 1]) return false
  const joint = text[end]
  return joint === '-' || joint === "'" || joint === doubtfulHyphen
}
function wordAt(runs      , index        )         {
  return runs.text.slice(runs.starts[index], runs.ends[index])
}
/**
 * What a page is found by: each run as it is written, words joined over their hyphens, the roots of words, and two
 * kinds of neighbours that make common numbers rare: `3.303` and `70%`.
 */
function tokensOf(runs      )                                              {
  const tokens = new Set        ()
  const words = new Set        ()
  const addWord = (word        ) => {
    if (words.has(word)) return
    words.add(word)
    tokens.add(literalToken(word))
    const root = rootOf(word)
    if (root !== word) tokens.add(rootToken(root))
  }
  for (let index = 0; index < runs.count; index++) {
    const run = wordAt(runs, index)
    if (!runs.digits[index]) {
      addWord(run)
      for (const { word } of joinedAt(runs, index)) addWord(word)
      continue
    }
    tokens.add(literalToken(run))
    for (const number of numbersAt(runs, index)) tokens.add(literalToken(number))
  }
  return { tokens, words }
}
/** A run of digits with the sign before it, the sign behind it, and the number it goes on to: `$1`, `70%`, `3.303`. */
function numbersAt(runs      , index        )           {
  const numbers           = []
  const run = wordAt(runs, index)
  const after = runs.text.charAt(runs.ends[index] )
  const before = runs.text.charAt(runs.starts[index]  - 1)
  if (signsAfter.test(after)) numbers.push(run + after)
  if (signsBefore.test(before)) numbers.push(before + run)
  const gap = runs.text.slice(runs.ends[index], runs.starts[index + 1])
  if (runs.digits[index + 1] && numberMarks.test(gap)) numbers.push(run + gap + wordAt(runs, index + 1))
  return numbers
}
const signsAfter = /^[%°+]$/
const signsBefore = /^[\p{Sc}#]$/u
/** Between two runs of digits these make one literal: `3.303`, `1/2/1998`, `10:30`, `1,500`. */
const numberMarks = /^[./:,]$/
const longestToken = 64
function literalToken(text        )         {
  return text.slice(0, longestToken)
}
function rootToken(root        )         {
  return `~${root}`.slice(0, longestToken)
}
function isCut(text        )          {
  return text.length >= longestToken
}
return { runsOf, joinedAt, wordAt, tokensOf, numbersAt, signsAfter, signsBefore, numberMarks, literalToken, rootToken, isCut }
})()

const searchQuery = (() => {
const { normalise } = searchNormalise
const { runsOf, signsAfter, signsBefore, wordAt } = searchTokenise
const { rootOf, sharedBeginning } = searchWordForms
/** Every group must be there, each by any of its terms; no excluded term may. */
/** One word, literal, prefix or phrase, in each of the spellings that count as it. */
function isBlank(written        )          {
  return written.trim() === ''
}
/** Such as `OR` or `-` with no word beside it. */
function isOperatorAlone(written        )          {
  const pieces = written.trim().split(/\s+/)
  return pieces.every((piece) => piece === 'OR' || /^[-*"]+$/.test(piece))
}
/**
 * Words are ANDed; `"a phrase"` is as it is written; `OR` takes the terms on its two sides, before AND does;
 * `-` excludes from the whole query; `prefix*`. No query is wrong: what makes no sense in one is passed over.
 */
function parseQuery(given        )        {
  const query        = { required: [], excluded: [] }
  const written = given.replace(/(?<=\p{Pd})§+\s*/gu, '')
  const normalised = normalise(written)
  let either = false
  for (const piece of normalised.text.matchAll(/(-*)"([^"]*)"?|[^\s"]+/g)) {
    const { start, end } = normalised.original(piece.index, piece.index + piece[0].length)
    if (written.slice(start, end) === 'OR') {
      either = query.required.length > 0
      continue
    }
    const [whole, minus, phrase] = piece
    const term = phrase === undefined ? termOf(whole.replace(/^-+/, '')) : termOf(phrase, true)
    if (!term) continue
    if (minus || (phrase === undefined && whole.startsWith('-'))) query.excluded.push(term)
    else if (either) query.required.at(-1)?.push(term)
    else query.required.push([term])
    either = false
  }
  return query
}
/** The query in the language that `parseQuery` reads. */
function writeQuery({ required, excluded }       )         {
  const write = ({ source, quoted }      ) => (quoted ? `"${source}"` : source)
  const groups = required.map((terms) => terms.map(write).join(' OR '))
  return [...groups, ...excluded.map((term) => `-${write(term)}`)].join(' ')
}
function termOf(source        , quoted = false)                   {
  const joined = source.replace(/(?<=\p{L})[-'\u00ad](?=\p{L})/gu, '')
  const spellings = joined === source ? [source] : [source, joined]
  const patterns = spellings.map((spelling) =>
    spelling.split(/\s+/).flatMap((literal) => patternOf(literal, quoted)),
  )
  return patterns[0]?.length ? { source, quoted, patterns } : undefined
}
function patternOf(literal        , quoted         )          {
  const runs = runsOf(literal)
  const pattern = runs.starts.map((start, index)             => {
    const end = runs.ends[index] ?? literal.length
    const digits = runs.digits[index] ?? false
    const before = literal.charAt(start - 1)
    const after = literal.charAt(end)
    const isPrefix = !quoted && literal.slice(end) === '*'
    const text = wordAt(runs, index)
    const root = rootOf(text)
    return {
      text,
      digits,
      root,
      beginning: sharedBeginning(root),
      match: isPrefix ? 'prefix' : quoted || digits ? 'exact' : 'forms',
      gap: index === 0 ? ' ' : literal.slice(runs.ends[index - 1], start),
      signBefore: signsBefore.test(before) ? before : '',
      signAfter: signsAfter.test(after) ? after : '',
      whole: false,
    }
  })
  const hasSign = pattern.some((run) => run.digits && (run.signBefore || run.signAfter))
  return pattern.map((run) => ({ ...run, whole: hasSign && run.digits }))
}
return { isBlank, isOperatorAlone, parseQuery, writeQuery, termOf }
})()

const searchVerify = (() => {
const { doubtfulHyphen } = searchNormalise
const { joinedAt, numberMarks, wordAt } = searchTokenise
const { rootOf } = searchWordForms
/** A stretch of the normalised text. */
/** Whether a page is what the query asks for: this decides, and no index. */
function isHit(query       , runs      )          {
  if (query.required.length === 0) return false
  if (!query.required.every((terms) => terms.some((term) => isFound(term, runs)))) return false
  return !query.excluded.some((term) => isFound(term, runs))
}
/** Steps past the first run of a phrase: a page takes hundreds; one that takes more than this is made to harm. */
const mostSteps = 100_000
/** Where a term stands on the page, from the top. */
function* matchesOf(term      , runs      )                   {
  const effort = { steps: 0 }
  let index = 0
  while (index < runs.count && effort.steps < mostSteps) {
    const end = endOfTerm(term, runs, index, effort)
    if (end !== undefined) yield { start: runs.starts[index] , end: runs.ends[end - 1]  }
    index = end ?? index + 1
  }
}
function isFound(term      , runs      )          {
  return matchesOf(term, runs).next().done === false
}
function endOfTerm(term      , runs      , index        , effort                   )                     {
  const initial = runs.text.charCodeAt(runs.starts[index] )
  for (const pattern of term.patterns) {
    if (pattern[0]?.text.charCodeAt(0) !== initial) continue
    const end = endOfMatch(pattern, runs, index, effort)
    if (end !== undefined) return end
  }
  return undefined
}
/** The run after the last of a match that begins at `first`. */
function endOfMatch(
  pattern         ,
  runs      ,
  first        ,
  effort                   ,
)                     {
  if (pattern.length === 1) return endsOfRun(pattern, 0, runs, first).at(-1)
  let reached = [first]
  for (let step = 0; step < pattern.length; step++) {
    const further = new Set        ()
    for (const index of reached) {
      for (const next of endsOfRun(pattern, step, runs, index)) further.add(next)
    }
    if (step > 0) effort.steps += reached.length
    if (further.size === 0) return undefined
    reached = [...further]
  }
  return Math.max(...reached)
}
/** A run of the pattern may take one run of the page, or several that a hyphen or an apostrophe joins. */
function endsOfRun(pattern         , step        , runs      , index        )           {
  const wanted = pattern[step]
  if (index >= runs.count || runs.digits[index] !== wanted.digits) return []
  if (step > 0 && !isGap(pattern[step - 1] , wanted, gapBefore(runs, index))) return []
  const ends           = []
  if (isWord(wanted, wordAt(runs, index))) ends.push(index + 1)
  for (const { word, next } of joinedAt(runs, index)) {
    if (isWord(wanted, word)) ends.push(next)
  }
  return ends.filter((next) => isSigned(wanted, pattern[step + 1], runs, index, next))
}
function isWord(wanted            , word        )          {
  switch (wanted.match) {
    case 'exact':
      return word === wanted.text
    case 'prefix':
      return word.startsWith(wanted.text)
    case 'forms':
      return word === wanted.text || (word.startsWith(wanted.beginning) && rootOf(word) === wanted.root)
  }
}
function gapBefore(runs      , index        )         {
  return runs.text.slice(runs.ends[index - 1], runs.starts[index])
}
/** Whether what stands between two runs of a page may stand between two of a pattern. */
function isGap(before            , wanted            , gap        )          {
  if (wanted.gap === ' ') return true
  const marks = gap.replace(/\s+/g, '').replace(doubtfulHyphen, '-')
  const wantedMarks = wanted.gap.replace(doubtfulHyphen, '-')
  if (numberMarks.test(wantedMarks)) return gap === wantedMarks
  if (before.digits && wanted.digits) return marks === wantedMarks
  if (wantedMarks === '') {
    const letters = before.digits ? wanted.text : before.text
    return (marks === '' || marks === '-') && (letters.length > 1 || !/\s/.test(gap))
  }
  if (wantedMarks === '-' || wantedMarks === "'") return marks === wantedMarks || marks === ''
  return marks === wantedMarks
}
function isSigned(
  wanted            ,
  following                        ,
  runs      ,
  index        ,
  next        ,
)          {
  const start = runs.starts[index]
  const end = runs.ends[next - 1]
  if (wanted.signBefore && runs.text.charAt(start - 1) !== wanted.signBefore) return false
  if (wanted.signAfter && runs.text.charAt(end) !== wanted.signAfter) return false
  if (!wanted.whole) return true
  if (wanted.gap === ' ' && /\p{N}[.,]$/u.test(runs.text.slice(Math.max(0, start - 3), start))) return false
  return (following && following.gap !== ' ') || !/^[.,]\p{N}/u.test(runs.text.slice(end, end + 3))
}
return { isHit, mostSteps, matchesOf, isGap }
})()

const searchReadPage = (() => {
const { normalise } = searchNormalise
const { runsOf } = searchTokenise
const { isHit, matchesOf } = searchVerify
/** A stretch of a text as it is written. */
/** A text of which parts can be read, and that can be asked where the terms of a query stand in it. */
function readPage(text        )           {
  const normalised = normalise(text)
  const runs = runsOf(normalised.text)
  return {
    length: text.length,
    slice: (start, end) => text.slice(start, end),
    isHit: (query) => isHit(query, runs),
    *placesOf(term) {
      const { before, after } = signsOf(term)
      for (const { start, end } of matchesOf(term, runs)) {
        yield normalised.original(
          before && runs.text[start - 1] === before ? start - 1 : start,
          after && runs.text[end] === after ? end + 1 : end,
        )
      }
    },
  }
}
/** The signs that belong to a term: they are no part of any run. */
function signsOf({ patterns: [pattern] }      )                                    {
  return { before: pattern?.[0]?.signBefore ?? '', after: pattern?.at(-1)?.signAfter ?? '' }
}
return { readPage, signsOf }
})()

const searchSnippet = (() => {
const snippetLength = 160
/**
 * How much of the original is looked at on each side: what a snippet takes of it in the middle of a page, what it takes
 * where the other side is short, and enough where much is blank.
 */
const shortReach = 110
const reach = 200
const longReach = 300
const beyondPlain = /[^\t\n\r -~]/
const matchesConsidered = 200
/** The text around the first match; of several words, around the first place where most of them meet. */
function snippetOf(page              , query       )         {
  return cut(page, meetingPlace(page, query)).snippet
}
function snippetWithMatches(page              , query       )          {
  const { snippet, from, to, offset } = cut(page, meetingPlace(page, query))
  const matches                     = []
  const places = query.required
    .flatMap((terms) => terms.flatMap((term) => placesBetween(page, term, from, to)))
    .sort((one, another) => one.start - another.start)
  for (const place of places) {
    const start = Math.max(0, offset(place.start))
    const end = Math.min(snippet.length, offset(place.end))
    const last = matches.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) matches.push({ start, end })
  }
  return { snippet, matches }
}
function placesBetween(page              , term      , from        , to        )          {
  const places          = []
  for (const place of page.placesOf(term)) {
    if (place.start >= to) break
    if (place.end > from) places.push(place)
  }
  return places
}
function cut(page              , place       ) {
  const { from, to, before, match: matched, after } = enoughAround(page, place)
  const match = firstWords(matched, snippetLength)
  const spare = snippetLength - match.length
  const half = Math.floor(spare / 2)
  const head = lastWords(before, Math.max(half, spare - after.length), from > 0)
  const tail = firstWords(after, Math.max(spare - half, spare - before.length), to < page.length)
  const whole = head + match + tail
  const trimmed = whole.length - whole.trimStart().length
  return {
    snippet: whole.trim(),
    from,
    to,
    /** Where a place of the original stands in the snippet; outside of it, before its start or behind its end. */
    offset(at        )         {
      const folded = (start        ) => fold(page.slice(start, at)).length
      if (at <= place.start) return head.length - before.length + folded(from) - trimmed
      const inMatch = at <= place.end
      const behind = inMatch ? Math.min(match.length, folded(place.start)) : match.length + folded(place.end)
      return head.length + behind - trimmed
    },
  }
}
/** What stands around a place, as far as more of it would change nothing. */
function enoughAround(page              , place       ) {
  const close = around(page, place, shortReach)
  // With half a snippet and a word's end on both sides, neither takes more than its half.
  const spare = snippetLength - firstWords(close.match, snippetLength).length
  const half = Math.ceil(spare / 2) + 4
  if (close.before.length >= half && close.after.length >= half) return close
  const near = around(page, place, reach)
  return near.isAmple ? near : around(page, place, longReach)
}
/** A place and what stands around it, as it is shown; ample where more of it would change nothing. */
function around(page              , { start, end }       , reach        ) {
  const from = Math.max(0, start - reach)
  const to = Math.min(page.length, end + reach)
  const text = page.slice(from, to)
  const folded = beyondPlain.test(text) ? foldWide : foldPlain
  const before = folded(text.slice(0, start - from))
  const match = folded(text.slice(start - from, end - from))
  const after = folded(text.slice(end - from))
  const isEnough = (side        ) => side.length > snippetLength + 1
  const isAmple = (from === 0 || isEnough(before)) && (to === page.length || isEnough(after))
  return { from, to, before, match, after, isAmple }
}
function meetingPlace(page              , query       )        {
  const [only = [], ...others] = query.required
  if (others.length === 0) return firstPlace(page, only)
  const found               = []
  const coming = placesInOrder(page, query)
  const next = () => {
    const { value } = coming.next()
    if (value) found.push(value)
    return value
  }
  let best        = next() ?? { start: 0, end: 0 }
  let most = 1
  const seenFrom = new Int32Array(query.required.length).fill(-1)
  for (let index = 0; index < found.length && most < query.required.length; index++) {
    const { start } = found[index]
    let { end } = found[index]
    let groups = 0
    for (let other = index; ; other++) {
      const match = found[other] ?? next()
      if (!match || match.end > start + snippetLength) break
      if (seenFrom[match.group] === index) continue
      seenFrom[match.group] = index
      groups++
      end = Math.max(end, match.end)
    }
    if (groups > most) {
      most = groups
      best = { start, end }
    }
  }
  return best
}
function firstPlace(page              , terms                 )        {
  let first
  for (const term of terms) {
    const { value } = page.placesOf(term)[Symbol.iterator]().next()
    if (value && (!first || value.start < first.start)) first = value
  }
  return first ?? { start: 0, end: 0 }
}
/** The places of all terms from the top, each with its group; no further than somebody asks. */
function* placesInOrder(page              , { required }       )                                   {
  const coming = required.flatMap((terms, group) =>
    terms.map((term) => ({ group, places: page.placesOf(term)[Symbol.iterator](), left: matchesConsidered })),
  )
  const heads = coming.map(({ places }) => places.next().value                     )
  for (;;) {
    let first = -1
    for (let at = 0; at < heads.length; at++) {
      if (heads[at] && (first === -1 || heads[at] .start < heads[first] .start)) first = at
    }
    if (first === -1) return
    const { group, places } = coming[first]
    const { start, end } = heads[first]
    coming[first] .left--
    heads[first] = coming[first] .left > 0 ? (places.next().value                     ) : undefined
    yield { start, end, group }
  }
}
const fold = (text        )         => (beyondPlain.test(text) ? foldWide(text) : foldPlain(text))
const foldPlain = (text        )         => text.replace(/[\t\n\r ]{2,}|[\t\n\r]/g, ' ')
function foldWide(text        )         {
  return text
    .toWellFormed()
    .replace(/[\p{Cf}\ufffe\uffff]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
}
function firstWords(text        , length        , isCut = false)         {
  if (text.length <= length && !isCut) return text
  const end = text.lastIndexOf(' ', length)
  return end === -1 ? withoutHalves(text.slice(0, length)) : text.slice(0, end)
}
function lastWords(text        , length        , isCut         )         {
  if (text.length <= length && !isCut) return text
  const space = text.indexOf(' ', Math.max(0, text.length - length - 1))
  return space === -1 ? withoutHalves(text.slice(Math.max(0, text.length - length))) : text.slice(space + 1)
}
/** A cut may fall inside a character of two code units. */
function withoutHalves(text        )         {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
return { snippetOf, snippetWithMatches }
})()

const searchBoilerplateIndex = (() => {
const { normalise } = searchNormalise
const { isBlank, parseQuery } = searchQuery
const { readPage } = searchReadPage
const { snippetWithMatches } = searchSnippet
const { literalToken, rootToken, runsOf, tokensOf } = searchTokenise
/** The entries of a library as they are searched, read once. */
function indexBoilerplate(entries                             )                   {
  const indexed = entries.map(readEntry)
  const candidatesFor = createCandidates(indexed.map(({ whole }) => whole.slice(0, whole.length)))
  return {
    find({ q = '', ...asked }) {
      const query = isBlank(q) ? undefined : queryOf(q)
      const candidates = query && candidatesFor(query)
      const few = candidates ? indexed.filter((_, index) => candidates.has(index)) : indexed
      const fitting = few.filter(({ entry }) => fits(entry, asked))
      const hits = query ? fitting.filter(({ whole }) => whole.isHit(query)) : fitting
      return hits
        .map((one) => ({ one, score: (query ? scoreOf(one, query) : 0) + closeness(one.entry, asked) }))
        .sort((a, b) => b.score - a.score || a.one.order - b.one.order)
        .map(({ one }) => one.entry)
    },
    shown(entry, q = '') {
      const { name, version, label, place, issueTypes, dispositions, source, fields = [] } = entry
      const text = readPage(textOfEntry(entry))
      const words = isBlank(q) ? { required: [], excluded: [] } : queryOf(q)
      const { snippet, matches } = snippetWithMatches(text, words)
      const about = { entryId: name, version, label, place, issueTypes, dispositions }
      return { ...about, ...(source === undefined ? {} : { source }), fields, snippet, matches }
    },
  }
}
function readEntry(entry                  , order        )          {
  const { label, source = '' } = entry
  const text = textOfEntry(entry)
  const sourceFrom = label.length + 1
  const textFrom = sourceFrom + source.length + 1
  const whole = readPage(`${label}\n${source}\n${text}`)
  return { entry, order, whole, sourceFrom, textFrom }
}
/** Of texts, those that may have all words of a query, by its first letters and words; undefined for all of them. */
function createCandidates(texts                   )                                            {
  const postings = new Map                  ()
  for (const [index, text] of texts.entries())
    for (const token of tokensOf(runsOf(normalise(text).text)).tokens) {
      const known = postings.get(token)
      if (known) known.push(index)
      else postings.set(token, [index])
    }
  const vocabulary = [...postings.keys()].sort()
  const beginningWith = (beginning        )           => {
    let [low, high] = [0, vocabulary.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((vocabulary[middle]          ) < beginning) low = middle + 1
      else high = middle
    }
    let end = low
    while (vocabulary[end]?.startsWith(beginning)) end += 1
    return vocabulary.slice(low, end)
  }
  const tokensOfRun = ({ match, text, root }            )           => {
    if (match === 'prefix') return beginningWith(literalToken(text))
    return match === 'exact' ? [literalToken(text)] : [literalToken(root), rootToken(root)]
  }
  const withTerm = ({ patterns }      )           =>
    patterns.flatMap(([first]) =>
      first ? tokensOfRun(first).flatMap((token) => postings.get(token) ?? []) : [],
    )
  return ({ required }) => {
    const [first, ...others] = required.map((terms) => new Set(terms.flatMap(withTerm)))
    return first && new Set([...first].filter((index) => others.every((other) => other.has(index))))
  }
}
/** The text of an entry, without its conditions. */
function textOfEntry({ body, blocks = [] }                                           )         {
  return body ?? blocks.map(({ text }) => text).join('\n\n')
}
/** The last word may be the beginning of one: people search while they type. */
function queryOf(written        )        {
  const [, last] = /(?:^|\s)([\p{L}\p{N}]+)$/u.exec(written) ?? []
  return parseQuery(last === undefined || last === 'OR' ? written : `${written} OR ${last}*`)
}
function fits(
  { place, issueTypes, dispositions }                  ,
  asked                             ,
)          {
  const isOffered = (names                   , name                    ) =>
    name === undefined || names.length === 0 || names.includes(name)
  return (
    (asked.place === undefined || place === 'anywhere' || place === asked.place) &&
    isOffered(issueTypes, asked.issueType) &&
    isOffered(dispositions, asked.disposition)
  )
}
/** An entry made for what is asked comes before one made for everything. */
function closeness(
  { place, issueTypes, dispositions }                  ,
  asked                             ,
)         {
  return (
    (asked.issueType !== undefined && issueTypes.includes(asked.issueType) ? 2 : 0) +
    (asked.disposition !== undefined && dispositions.includes(asked.disposition) ? 2 : 0) +
    (asked.place !== undefined && place === asked.place ? 1 : 0)
  )
}
const inLabel = 8
const atStart = 4
const inSource = 3
const mostCounted = 5
/** A word in the label counts more than in the source, and there more than in the text. */
function scoreOf({ whole, sourceFrom, textFrom }         , { required }       )         {
  let score = 0
  for (const terms of required) {
    let best = 0
    let inText = 0
    for (const term of terms) {
      for (const { start } of whole.placesOf(term)) {
        if (start < sourceFrom) best = Math.max(best, inLabel + (start === 0 ? atStart : 0))
        else if (start < textFrom) best = Math.max(best, inSource)
        else inText += 1
        if (inText >= mostCounted) break
      }
    }
    score += best + Math.min(inText, mostCounted) / mostCounted
  }
  return score
}
return { indexBoilerplate, textOfEntry }
})()

const searchFindIn = (() => {
const { readPage } = searchReadPage
const { snippetWithMatches } = searchSnippet
/** What a query finds in a short text that stands in no index: a comment, a tag. */
function findIn(text        , query       )                      {
  const page = readPage(text)
  return page.isHit(query) ? snippetWithMatches(page, query) : undefined
}
return { findIn }
})()

const searchFindQuote = (() => {
const { doubtfulHyphen, normalise } = searchNormalise
/** A text as words in one spelling, each with where it stands. */
function speltWords(text        )              {
  const { text: spelt, original } = normalise(text)
  return Array.from(spelt.matchAll(/\S+/g), ({ 0: word, index }) => ({
    word: word.replaceAll(doubtfulHyphen, ''),
    ...original(index, index + word.length),
  }))
}
/**
 * Where a text has these words one after the other, however they are spaced, spelt or broken over lines; in order.
 * The first and the last word may be parts of longer ones: a quote begins where someone's hand began.
 */
function findQuote(
  text                      ,
  quote                      ,
)                                   {
  const first = quote[0]?.word
  const last = quote.at(-1)?.word
  if (first === undefined || last === undefined) return []
  const inner = quote.slice(1, -1)
  const places                                   = []
  for (let at = 0; at + quote.length <= text.length; at++) {
    const begin = text[at]
    const end = text[at + quote.length - 1]
    const isHere =
      quote.length === 1
        ? begin.word.includes(first)
        : begin.word.endsWith(first) &&
          end.word.startsWith(last) &&
          inner.every(({ word }, index) => text[at + 1 + index] .word === word)
    if (isHere) places.push({ start: begin.start, end: end.end })
  }
  return places
}
/** The words of a text in one line and one spelling: a text has a quote where its line has the line of the quote. */
function speltLine(text        )         {
  return normalise(text).text.replaceAll(doubtfulHyphen, '').replace(/\s+/g, ' ').trim()
}
function hasQuote(text        , quote        )          {
  const line = speltLine(quote)
  // Most quotes were taken from the page letter by letter, and that is seen at once.
  return line !== '' && (text.includes(quote) || speltLine(text).includes(line))
}
return { speltWords, findQuote, speltLine, hasQuote }
})()

const searchSpelling = (() => {
const { termOf } = searchQuery
const shortestWord = 4
const mostSuggestions = 5
const mostNeighbours = 50
const mostWords = 10
/**
 * The query with each word that the case does not have put as the nearest words it does have. Undefined where no
 * word is missing, or nothing is near.
 */
async function respell(
  pages           ,
  query       ,
  owners            ,
)                             {
  const words = [...new Set(query.required.flat().flatMap(spellableWords))].slice(0, mostWords)
  const counts = await countPages(pages, words, owners)
  const suggestions = new Map                  ()
  for (const word of words.filter((word) => !counts.get(word))) {
    const near = await nearestWords(pages, word, owners)
    if (near.length > 0) suggestions.set(word, near)
  }
  if (suggestions.size === 0) return undefined
  return {
    ...query,
    required: query.required.map((terms) => terms.flatMap((term) => respellTerm(term, suggestions))),
  }
}
/** Two letters may be wrong in a long word, one in a shorter one; a number is always meant as it is. */
function tolerance(word        )         {
  return word.length >= 8 ? 2 : 1
}
function spellableWords({ source }      )           {
  return source
    .split(/\s+/)
    .filter((literal) => !/[\p{N}*]/u.test(literal))
    .flatMap((literal) => literal.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= shortestWord)
}
function respellTerm(term      , suggestions                       )         {
  const alternatives = term.quoted ? undefined : suggestions.get(term.source)
  const sources = alternatives ?? [
    term.source.replace(/\p{L}+/gu, (word) => suggestions.get(word)?.[0] ?? word),
  ]
  return sources.map((source) => termOf(source, term.quoted) ?? term)
}
async function nearestWords(pages           , word        , owners            )                    {
  const near = await pages.wordsNear(word, tolerance(word))
  near.sort((one, another) => one.distance - another.distance || (one.word < another.word ? -1 : 1))
  const neighbours = near.slice(0, mostNeighbours)
  const counts = await countPages(
    pages,
    neighbours.map(({ word }) => word),
    owners,
  )
  const used = neighbours.filter(({ word }) => counts.get(word))
  return used
    .filter(({ distance }) => distance === used[0]?.distance)
    .map(({ word }) => word)
    .sort((one, another) => counts.get(another)  - counts.get(one)  || (one < another ? -1 : 1))
    .slice(0, mostSuggestions)
}
async function countPages(
  pages           ,
  words          ,
  owners            ,
)                               {
  if (words.length === 0) return new Map()
  const terms = words.flatMap((word) => termOf(word) ?? [])
  const counts = await pages.countWords(terms, owners)
  return new Map(terms.map(({ source }, index) => [source, counts[index] ?? 0]))
}
/** Letters put in, left out, changed, or swapped with their neighbour; counted no further than past the limit. */
function editDistance(one        , another        , limit        )         {
  if (Math.abs(one.length - another.length) > limit) return limit + 1
  let beforeLast           = []
  let last = Array.from({ length: another.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= another.length; column++) {
      const isSame = one[row - 1] === another[column - 1]
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === another[column - 2] && one[row - 2] === another[column - 1]
      current[column] = Math.min(
        last[column]  + 1,
        current[column - 1]  + 1,
        last[column - 1]  + (isSame ? 0 : 1),
        isSwap ? beforeLast[column - 2]  + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[another.length]
}
return { respell, editDistance }
})()

export const { Refusal, fold, isRead } = coreKernelDecider
export const { newId } = coreKernelIds
export const { canonicalJson } = coreKernelChain
export const { namesOf, oneOf, refuseUnknownWord } = coreKernelKnownWords
export const { reactions } = coreReactions
export const { endedBy, endingOf, namedBy, refuseUnseen } = coreEndings
export const { caseFile } = coreFileCaseFile
export const { document } = coreFileDocument
export const { arrivalOf } = coreFileReceiptDate
export const { mailSuggestedBy, sorted } = coreFileDocumentLabels
export const { checkAnchor, refuseTwistedBox } = coreFileAnchors
export const { work } = coreWorkWork
export const { nothingOffered, offersOn } = coreWorkOffers
export const { taskTypeOf, teamAssignee, workflowOf } = coreWorkDraft
export const { deadlinesIn, presentDeadlines, stateBeforeWork } = coreWorkCaseState
export const { dayShownIn } = coreTimeDaysInZone
export const { issues } = coreIssueIssue
export const { citationOf } = coreIssueEvidence
export const { issueOffers } = coreIssueDeciders
export const { party } = corePartyParty
export const { refuseUnlessEditable, workProducts } = coreDecisionWorkProduct
export const { isBeingWritten } = coreDecisionWorkProductState
export const { signatureOverride } = coreDecisionHolders
export const { productOffers } = coreDecisionProductOffers
export const { citedAnchors } = coreDecisionCitedAnchors
export const { withIds } = coreDecisionBlockIds
export const { checkText } = coreDecisionCheckText
export const { applyOperations } = coreDecisionOperations
export const { operationsBetween } = coreDecisionOperationsBetween
export const { outlineOf } = coreDecisionOutline
export const { rebase } = coreDecisionRebase
export const { stillOpen } = coreDecisionProposalCommands
export const { acceptInTurn, excerptOf, presentProposal } = coreDecisionProposals
export const { commentNow, placeInText } = coreDecisionCommentPlace
export const { layOut, layoutById } = coreDecisionLayout
export const { findingsOf } = coreDecisionFindings
export const { composePackage } = coreDecisionPackage
export const { shownOf } = coreDecisionShown
export const { anchorKey, versionKey } = coreDecisionFacts
export const { entryKey, referencesIn } = coreDecisionBoilerplate
export const { faultsOfValues, valuesOf } = coreDecisionBoilerplateValues
export const { entryChanges } = profileBoilerplateChanges
export const { faultsOfEntry } = profileBoilerplateFaults
export const { heldIn } = profileConditions
export const { conditionsOf, offerOf, outcomesOf, tryEntry } = profileTryEntry
export const { indexBoilerplate } = searchBoilerplateIndex
export const { isBlank, isOperatorAlone, parseQuery, termOf, writeQuery } = searchQuery
export const { readPage } = searchReadPage
export const { findIn } = searchFindIn
export const { hasQuote } = searchFindQuote
export const { snippetOf, snippetWithMatches } = searchSnippet
export const { editDistance, respell } = searchSpelling

export const defaultProfile = {"name":"veteransAppeals","label":"Veterans' benefits appeals","caseTypes":[{"name":"appeal","label":"Appeal","workflow":"appeal"},{"name":"courtRemand","label":"Court remand","workflow":"appeal","isCourtRemand":true},{"name":"reconsideration","label":"Reconsideration","workflow":"appeal"},{"name":"vacatur","label":"Decision anew after a vacated one","workflow":"appeal"},{"name":"clearErrorMotion","label":"Motion for clear error","workflow":"appeal"}],"dockets":[{"name":"directReview","label":"Direct review"},{"name":"evidenceSubmission","label":"Evidence submission"},{"name":"hearing","label":"Hearing"}],"ineligibility":[{"name":"duplicate","label":"The same is in active review already","whenSameInReview":true},{"name":"untimely","label":"It came too late","untimelyAfter":{"years":1}},{"name":"wrongForum","label":"It belongs to another forum"},{"name":"notEligible","label":"Who asks is not eligible"},{"name":"contestedElsewhere","label":"It is contested elsewhere"}],"teams":[{"name":"intakeReview","label":"Intake review"},{"name":"mailIntake","label":"Mail intake"},{"name":"caseSupport","label":"Case support"},{"name":"distribution","label":"Distribution"},{"name":"adjudicators","label":"Adjudicators"},{"name":"drafters","label":"Drafters"},{"name":"qualityReview","label":"Quality review"},{"name":"dispatch","label":"Dispatch"},{"name":"effectuation","label":"Effectuation"},{"name":"hearings","label":"Hearings"},{"name":"expedite","label":"Expedite"},{"name":"remandSupport","label":"Remand support"},{"name":"courtRemandSupport","label":"Court remand support"},{"name":"litigation","label":"Litigation"},{"name":"clerk","label":"Clerk of the board"},{"name":"privacy","label":"Privacy"}],"taskTypes":[{"name":"appeal","label":"Appeal","byRulesOnly":true},{"name":"intake","label":"Intake","team":"intakeReview","needs":["docket"],"isExclusive":true,"byRulesOnly":true,"supervisors":["intake","caseSupport"],"children":["preDocketHold","letter"],"holdDays":{"least":1,"most":120}},{"name":"preDocketHold","label":"Waiting before the docket","team":"intakeReview","needs":["docket"],"supervisors":["intake","caseSupport"],"holdDays":{"least":1,"most":364}},{"name":"distribution","label":"Ready for distribution","team":"distribution","isExclusive":true,"supervisors":["caseSupport"],"outcomes":[{"name":"distributed","label":"Given to an adjudicator","needsPerson":true}],"children":["supportAction","representativeArgument","letter"]},{"name":"representativeArgument","label":"Representative's argument","team":"caseSupport","completesWhen":{"happened":[{"event":"document.filed","where":{"documentType":["brief"]}},{"event":"document.edited","where":{"documentType":["brief"]}}],"orNote":true,"otherwise":"No brief has been filed since the task was opened: file it, or say in a note why there is none."},"supervisors":["caseSupport"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":45}}},{"name":"assignment","label":"With adjudicator","team":"adjudicators","needs":["signDecisions"],"isExclusive":true,"supervisors":["caseSupport"],"outcomes":[{"name":"assigned","label":"Give it to a drafter","needsPerson":true},{"name":"ownDraft","label":"Draft it oneself"}],"children":["supportAction","letter"],"holdDays":{"least":1,"most":120}},{"name":"review","label":"Adjudicator review","team":"adjudicators","needs":["signDecisions"],"isExclusive":true,"byRulesOnly":true,"supervisors":["caseSupport"],"children":["drafting","supportAction","letter"],"holdDays":{"least":1,"most":120}},{"name":"drafting","label":"Drafting","team":"drafters","needs":["draft"],"completesWhen":{"workProduct":["inReview","signed","cleared","released"],"otherwise":"No draft has been submitted: submit the work product, and the task is completed with it."},"supervisors":["adjudicator","caseSupport"],"children":["supportAction","letter"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":30}}},{"name":"supportAction","label":"Support action","team":"caseSupport","supervisors":["drafter","adjudicator","caseSupport"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}}},{"name":"letter","label":"Letter and its answer","team":"caseSupport","completesWhen":{"happened":[{"event":"letter.owed","where":{"eventType":[null]}}],"orNote":true,"otherwise":"No letter has been written since the task was opened: write it, or say in a note why none is needed."},"supervisors":["drafter","adjudicator","caseSupport","intake"],"holdDays":{"least":45,"most":364}},{"name":"qualityReview","label":"Quality review","team":"qualityReview","needs":["releaseDecisions"],"isExclusive":true,"completesWhen":{"workProduct":["signed"],"otherwise":"No signed decision waits for its release."},"supervisors":["qualityReviewer"],"outcomes":[{"name":"passed","label":"Passed"},{"name":"returned","label":"Return to the adjudicator","needsNote":true,"recalls":true}],"holdDays":{"least":1,"most":120}},{"name":"sealing","label":"Sealing and release","team":"dispatch","needs":["recordDeliveries"],"isExclusive":true,"byRulesOnly":true,"supervisors":["dispatch"]},{"name":"dispatch","label":"Dispatch","team":"dispatch","needs":["recordDeliveries"],"isExclusive":true,"completesWhen":{"workProduct":["released"],"otherwise":"The decision is not released yet."},"supervisors":["dispatch"],"outcomes":[{"name":"dispatched","label":"Everything is sent","sendsBack":true},{"name":"returned","label":"Return to the adjudicator","needsNote":true,"recalls":true}],"children":["letter"],"holdDays":{"least":1,"most":120},"needsReceipts":true},{"name":"deliveryFailed","label":"A delivery failed","team":"dispatch","needs":["recordDeliveries"],"outlivesCase":true,"byRulesOnly":true,"supervisors":["dispatch","caseSupport"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}}},{"name":"letterFailed","label":"A letter was not sent","team":"caseSupport","completesWhen":{"happened":[{"event":"letter.receipted","isAboutSame":true},{"event":"letter.withdrawn","isAboutSame":true}],"orNote":true,"otherwise":"The letter has not been sent: send it again, or say in a note what was done instead."},"outlivesCase":true,"supervisors":["caseSupport","dispatch"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}}},{"name":"effectuation","label":"Being put into effect","team":"effectuation","needs":["reportEffectuation"],"outlivesCase":true,"byRulesOnly":true,"supervisors":["dispatch","caseSupport"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":30}}},{"name":"effectuationFailed","label":"The decision was not put into effect","team":"caseSupport","completesWhen":{"effectuation":["completed"],"orNote":true,"otherwise":"The decision is not reported as put into effect: report it, or say in a note what was done."},"needs":["reportEffectuation"],"outlivesCase":true,"supervisors":["caseSupport","dispatch","adjudicator"],"children":["supportAction","letter"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}}},{"name":"answerOverdue","label":"No answer in time","team":"caseSupport","supervisors":["caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}}},{"name":"remandTracking","label":"Away for more work","team":"remandSupport","needs":["trackRemands"],"byRulesOnly":true,"supervisors":["caseSupport"],"holdDays":{"least":1,"most":364}},{"name":"remandInquiry","label":"Ask how far a remand is","team":"remandSupport","needs":["trackRemands"],"supervisors":["caseSupport"],"outcomes":[{"name":"asked","label":"Asked, and will hear","needsNote":true}],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}}},{"name":"courtRemandLetter","label":"Write to the parties after a court remand","team":"courtRemandSupport","completesWhen":{"happened":[{"event":"letter.owed","where":{"eventType":[null]}}],"orNote":true,"otherwise":"No letter has been written since the task was opened: write it, or say in a note why none is needed."},"supervisors":["caseSupport"]},{"name":"courtRemandWindow","label":"Answer to the letter after a court remand","team":"courtRemandSupport","supervisors":["caseSupport"],"holdDays":{"least":1,"most":120}},{"name":"caseReview","label":"See how it goes on","team":"caseSupport","supervisors":["caseSupport","adjudicator"],"children":["supportAction","letter"],"outcomes":[{"name":"returnToDocket","label":"Back to the docket"},{"name":"close","label":"Close the case","needsNote":true}],"holdDays":{"least":1,"most":120}},{"name":"retraction","label":"Retracted upstream","team":"intakeReview","supervisors":["intake","caseSupport"],"children":["letter"],"outcomes":[{"name":"close","label":"Close the case"},{"name":"goOn","label":"Go on with the case","needsNote":true}],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}}},{"name":"sessionPending","label":"Waiting for a hearing","team":"hearings","needs":["manageSessions"],"byRulesOnly":true,"supervisors":["scheduler","sessionCoordinator"],"children":["scheduleSession","letter"]},{"name":"scheduleSession","label":"Schedule a hearing","team":"hearings","needs":["manageSessions"],"byRulesOnly":true,"supervisors":["scheduler","sessionCoordinator"],"holdDays":{"least":1,"most":120}},{"name":"holdSession","label":"Hold the hearing","team":"hearings","needs":["manageSessions"],"byRulesOnly":true,"supervisors":["scheduler","sessionCoordinator"],"holdDays":{"least":1,"most":730},"outcomes":[{"name":"held","label":"Held"},{"name":"noShow","label":"Nobody came"},{"name":"postponed","label":"Postponed"},{"name":"withdrawn","label":"Withdrawn"}]},{"name":"sessionConflict","label":"Move the hearing: something has come between","team":"hearings","needs":["manageSessions"],"supervisors":["scheduler","sessionCoordinator"],"outcomes":[{"name":"keep","label":"Leave the hearing where it is","needsNote":true}],"due":{"length":{"days":7}}},{"name":"conferenceOverdue","label":"Get the conference of the hearing ready","team":"hearings","needs":["manageSessions"],"supervisors":["scheduler","sessionCoordinator"],"outcomes":[{"name":"arranged","label":"Arranged in another way","needsNote":true}],"due":{"length":{"days":1}}},{"name":"artifactMissing","label":"Get the recording or transcript of the hearing","team":"hearings","needs":["manageSessions"],"supervisors":["scheduler","sessionCoordinator"],"completesWhen":{"outcomes":["filed"],"happened":[{"event":"document.filed","where":{"documentType":["hearingRecording","hearingTranscript"]}},{"event":"document.edited","where":{"documentType":["hearingRecording","hearingTranscript"]}},{"event":"session.artifactFiled","isAboutSame":true}],"otherwise":"No recording or transcript has been filed since the task was opened: file it first."},"outcomes":[{"name":"filed","label":"Filed by hand","record":"stored"},{"name":"lost","label":"There is none","needsNote":true,"record":"none"}],"due":{"length":{"days":7}}},{"name":"recordMissing","label":"Get a record of the hearing","team":"hearings","needs":["manageSessions"],"supervisors":["scheduler","sessionCoordinator"],"completesWhen":{"outcomes":["filed"],"happened":[{"event":"document.filed","where":{"documentType":["hearingRecording","hearingTranscript"]}},{"event":"document.edited","where":{"documentType":["hearingRecording","hearingTranscript"]}},{"event":"session.artifactFiled","isAboutSame":true}],"sinceSession":true,"otherwise":"No recording or transcript has been filed since the hearing began: file it first."},"outcomes":[{"name":"filed","label":"Filed by hand","record":"stored"},{"name":"none","label":"There is none","needsNote":true,"record":"none"}],"due":{"length":{"days":7}}},{"name":"checkTranscript","label":"Check the transcript of the hearing, and certify it","team":"hearings","needs":["certifyTranscripts"],"outlivesCase":true,"supervisors":["scheduler","sessionCoordinator"],"outcomes":[{"name":"madeElsewhere","label":"There is another transcript","needsNote":true}],"due":{"length":{"days":30}}},{"name":"noShow","label":"Nobody came to the hearing","team":"hearings","needs":["manageSessions"],"supervisors":["scheduler","sessionCoordinator"],"holdDays":{"least":1,"most":120},"outcomes":[{"name":"release","label":"Go on without a hearing"},{"name":"postpone","label":"Schedule another hearing"}]},{"name":"evidenceWindow","label":"Evidence window","team":"caseSupport","supervisors":["caseSupport"],"holdDays":{"least":1,"most":120}},{"name":"changeOfAddress","label":"Change of address","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"completesWhen":{"happened":[{"event":"party.contactChanged"}],"orNote":true,"otherwise":"No address or other contact has been changed since this arrived: record it, or say in a note why nothing changes."}},{"name":"motionToAdvance","label":"Motion to advance on the docket","team":"expedite","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true,"completesWhen":{"happened":[{"event":"case.advanced"}],"orNote":true,"otherwise":"The motion has not been ruled on since it arrived: grant or deny it, or say in a note why no ruling is needed."}},{"name":"withdrawal","label":"Withdrawal of appeal","team":"intakeReview","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"onlySigns":["withdrawn","dismissedDeath","dismissedMatterOfLaw"]},{"name":"courtCorrespondence","label":"Court correspondence","team":"courtRemandSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true},{"name":"clearError","label":"Clear-error related","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true},{"name":"congressionalInterest","label":"Congressional interest","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"outlivesCase":true},{"name":"controlledCorrespondence","label":"Controlled correspondence","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true},{"name":"deathNotice","label":"A party has died","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2},{"name":"deathCertificate","label":"Death certificate","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"onlySigns":["dismissedDeath","dismissedMatterOfLaw","withdrawn"],"completesWhen":{"happened":[{"event":"party.died"}],"orNote":true,"otherwise":"No death has been recorded since this arrived: record it, or say in a note why not."}},{"name":"docketSwitch","label":"Docket switch","team":"clerk","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"completesWhen":{"happened":[{"event":"case.corrected","where":{"docket":["directReview","evidenceSubmission","hearing"]}},{"event":"case.docketed"}],"orNote":true,"otherwise":"The docket has not been changed since this arrived: change it, or say in a note why it stays."}},{"name":"evidenceOrArgument","label":"Evidence or argument","team":"mailIntake","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2},{"name":"extensionRequest","label":"Extension request","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"outcomes":[{"name":"granted","label":"Extension granted"},{"name":"denied","label":"Extension denied","needsNote":true}]},{"name":"freedomOfInformation","label":"Freedom-of-information request","team":"privacy","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"outlivesCase":true},{"name":"hearingRelated","label":"Hearing related","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2},{"name":"hearingPostponement","label":"Hearing postponement request","team":"hearings","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"completesWhen":{"happened":[{"event":"session.postponed"},{"event":"session.rescheduled"},{"event":"session.withdrawn"}],"orNote":true,"otherwise":"No hearing has been postponed or moved since this arrived: do so, or say in a note why it stays."}},{"name":"hearingWithdrawal","label":"Hearing withdrawal request","team":"hearings","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"completesWhen":{"happened":[{"event":"session.withdrawn"}],"orNote":true,"otherwise":"No hearing has been withdrawn since this arrived: withdraw it, or say in a note why it stays."}},{"name":"motionForReconsideration","label":"Motion for reconsideration","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true},{"name":"motionToVacate","label":"Motion to vacate","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true},{"name":"otherMotion","label":"Other motion","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true},{"name":"representationChange","label":"Representation change","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"completesWhen":{"happened":[{"event":"party.representationChanged"}],"orNote":true,"otherwise":"No representation has been changed since this arrived: record it, or say in a note why nothing changes."}},{"name":"privacyActRequest","label":"Privacy Act request","team":"privacy","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"outlivesCase":true},{"name":"privacyComplaint","label":"Privacy complaint","team":"privacy","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":7}},"warnDays":2,"outlivesCase":true},{"name":"partyChange","label":"A party was changed on another case","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"completesWhen":{"happened":[{"event":"party.recorded","isAboutSame":true},{"event":"party.contactChanged","isAboutSame":true},{"event":"party.representationChanged","isAboutSame":true},{"event":"party.died","isAboutSame":true},{"event":"party.merged","isAboutSame":true},{"event":"party.removed","isAboutSame":true}],"orNote":true,"otherwise":"Nothing about this party has been recorded here since: record what holds here too, or say in a note why nothing does."}},{"name":"partyConflict","label":"A party differs from the directory","team":"caseSupport","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true,"completesWhen":{"happened":[{"event":"party.conflictSettled","isAboutSame":true},{"event":"party.removed","isAboutSame":true},{"event":"party.merged","isAboutSame":true}],"otherwise":"The conflict is not settled: decide on the party which of the two holds."}},{"name":"returnedMail","label":"Returned or undeliverable","team":"dispatch","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true,"completesWhen":{"happened":[{"event":"letter.owed","where":{"eventType":[null]}},{"event":"delivery.redriven"},{"event":"party.contactChanged"}],"orNote":true,"otherwise":"Nothing has been sent again and no address changed since this came back: do so, or say in a note what was done."}},{"name":"statusInquiry","label":"Status inquiry","team":"litigation","supervisors":["mailClerk","caseSupport"],"children":["letter","supportAction"],"holdDays":{"least":1,"most":120},"due":{"length":{"days":14}},"warnDays":2,"outlivesCase":true}],"workflows":[{"name":"appeal","root":"appeal","fallback":"caseReview","beforeWork":{"status":"preDocketed","partyStatus":"received","why":"The appeal has arrived and no work has begun on it."},"rules":[{"name":"begin","on":{"event":"case.opened"},"do":[{"open":"appeal"},{"open":"intake"}]},{"name":"docket","on":{"event":"case.docketed"},"when":{"isAway":false},"do":[{"complete":"intake"},{"open":"distribution"}]},{"name":"docketAway","on":{"event":"case.docketed"},"when":{"isAway":true},"do":[{"complete":"intake"}]},{"name":"docketCarried","on":{"event":"case.docketed"},"when":{"isAway":true,"notOpen":["remandTracking"]},"do":[{"timer":"remandAcknowledgement","ofRemands":true},{"open":"remandTracking","holdFor":"remandWork"}]},{"name":"docketEvidence","on":{"event":"case.docketed","where":{"docket":"evidenceSubmission"}},"when":{"isAway":false},"do":[{"open":"evidenceWindow","under":"distribution","holdFor":"evidenceWindow"}]},{"name":"docketDirect","on":{"event":"case.docketed","where":{"docket":"directReview"}},"do":[{"timer":"directReviewTarget"}]},{"name":"docketHearing","on":{"event":"case.docketed","where":{"docket":"hearing"}},"when":{"isAway":false},"do":[{"requestSession":"video"}]},{"name":"refuse","on":{"event":"case.docketingRefused"},"do":[{"close":"notEligible"}]},{"name":"windowOver","on":{"event":"task.resumed","task":["evidenceWindow"]},"do":[{"complete":"evidenceWindow"}]},{"name":"distributed","on":{"event":"task.completed","task":["distribution"]},"do":[{"open":"assignment","assign":{"named":true}}]},{"name":"toDrafter","on":{"event":"task.completed","task":["assignment"],"outcome":["assigned"]},"do":[{"open":"review","assign":{"holderOf":"assignment","actor":true}},{"open":"drafting","under":"review","assign":{"named":true}}]},{"name":"ownDraft","on":{"event":"task.completed","task":["assignment"],"outcome":["ownDraft"]},"do":[{"open":"review","assign":{"holderOf":"assignment","actor":true}},{"open":"drafting","under":"review","assign":{"holderOf":"assignment","actor":true}}]},{"name":"submitted","on":{"event":"workProduct.submitted"},"do":[{"complete":"drafting"}]},{"name":"returned","on":{"event":"workProduct.returned"},"when":{"open":["review"]},"do":[{"open":"drafting","under":"review","assign":{"holderOf":"drafting"},"instructions":"The decision came back: see the note of the task before."}]},{"name":"signed","on":{"event":"workProduct.signed"},"do":[{"complete":"drafting"},{"complete":"review"}]},{"name":"sampled","on":{"event":"workProduct.signed"},"when":{"workProduct":["signed"],"samplePercent":5},"do":[{"open":"qualityReview"}]},{"name":"notSampled","on":{"event":"workProduct.signed"},"when":{"workProduct":["signed"],"notSampled":5},"do":[{"release":true}]},{"name":"qualityPassed","on":{"event":"task.completed","task":["qualityReview"],"outcome":["passed"]},"do":[{"release":true}]},{"name":"cleared","on":{"event":"workProduct.cleared"},"when":{"workProduct":["cleared"]},"do":[{"open":"sealing"}]},{"name":"released","on":{"event":"workProduct.released"},"do":[{"complete":"sealing"},{"open":"dispatch"}]},{"name":"notDelivered","on":{"event":"delivery.failed"},"when":{"isClosed":"either"},"do":[{"open":"deliveryFailed"}]},{"name":"deliveredAfterAll","on":{"event":"delivery.receipted"},"when":{"isClosed":"either"},"do":[{"complete":"deliveryFailed"}]},{"name":"deliveryRedriven","on":{"event":"delivery.redriven"},"when":{"isClosed":"either"},"do":[{"complete":"deliveryFailed"}]},{"name":"deliveryDropped","on":{"event":"delivery.dropped"},"when":{"isClosed":"either"},"do":[{"complete":"deliveryFailed"}]},{"name":"deliveryWithdrawn","on":{"event":"delivery.withdrawn"},"when":{"isClosed":"either"},"do":[{"complete":"deliveryFailed"}]},{"name":"letterNotSent","on":{"event":"letter.failed","where":{"cause":["notComposed","notMailable","notSent"]}},"when":{"isClosed":"either"},"do":[{"open":"letterFailed","instructions":"A letter was not sent. Settle what kept it, and send it again.","withWhy":true}]},{"name":"letterTriedAgain","on":{"event":"letter.owed"},"when":{"isClosed":"either"},"do":[{"complete":"letterFailed"}]},{"name":"letterReturned","on":{"event":"letter.failed","where":{"cause":"returned"}},"when":{"isClosed":"either"},"do":[{"route":"returnedMail","instructions":"A letter came back.","withWhy":true}]},{"name":"letterSentAfterAll","on":{"event":"letter.receipted"},"when":{"isClosed":"either"},"do":[{"complete":"letterFailed"}]},{"name":"sessionRequested","on":{"event":"session.requested"},"do":[{"open":"sessionPending","under":"distribution"},{"open":"scheduleSession","under":"sessionPending"}]},{"name":"sessionScheduled","on":{"event":"session.scheduled"},"do":[{"open":"sessionPending","under":"distribution"},{"open":"holdSession","under":"sessionPending"},{"complete":"scheduleSession"},{"cancel":"noShow","why":"Another date was set."}]},{"name":"sessionConflicted","on":{"event":"session.conflicted"},"do":[{"open":"sessionConflict","under":"sessionPending","withWhy":true}]},{"name":"sessionConflictCleared","on":{"event":"session.conflictCleared"},"do":[{"cancel":"sessionConflict","why":"Nothing stands against the date any more."}]},{"name":"sessionRescheduled","on":{"event":"session.rescheduled"},"do":[{"cancel":"sessionConflict","why":"The hearing was moved."}]},{"name":"conferenceOverdue","on":{"event":"session.conferenceOverdue"},"do":[{"open":"conferenceOverdue","under":"sessionPending","withWhy":true}]},{"name":"conferenceReady","on":{"event":"session.conferenceReady"},"do":[{"cancel":"conferenceOverdue","why":"The conference is ready."}]},{"name":"artifactFailed","on":{"event":"session.artifactFailed"},"when":{"isClosed":"either"},"do":[{"open":"artifactMissing","withWhy":true}]},{"name":"transcriptAwaited","on":{"event":"transcript.awaited"},"when":{"isClosed":"either"},"do":[{"open":"checkTranscript","instructions":"A draft is made from the recordings."}]},{"name":"transcriptDelayed","on":{"event":"transcript.delayed"},"when":{"isClosed":"either"},"do":[{"instruct":"checkTranscript","instructions":"The draft is not made yet.","withWhy":true}]},{"name":"transcriptDrafted","on":{"event":"transcript.drafted"},"when":{"isClosed":"either"},"do":[{"open":"checkTranscript"},{"instruct":"checkTranscript","instructions":"The draft is made: check it against the sound."}]},{"name":"transcriptCertified","on":{"event":"transcript.certified"},"when":{"isClosed":"either"},"do":[{"complete":"checkTranscript"}]},{"name":"sessionHeld","on":{"event":"session.held"},"do":[{"open":"evidenceWindow","under":"distribution","holdFor":"evidenceWindow"},{"complete":"holdSession","outcome":"held"},{"complete":"sessionPending"}]},{"name":"sessionUnrecorded","on":{"event":"session.held","where":{"record":"missing"}},"do":[{"open":"recordMissing","instructions":"The hearing was held, and nothing of it is recorded. File a recording or a transcript, or say why there is none."}]},{"name":"recordExpected","on":{"event":"session.held","where":{"record":"toCome"}},"do":[{"timer":"recordDue"}]},{"name":"recordOverdue","on":{"event":"timer.fired","timer":"recordDue"},"do":[{"open":"recordMissing","instructions":"The service that hosted the hearing has handed over neither a recording nor a transcript. Get one, or say why there is none."}]},{"name":"recordFiled","on":{"event":"session.artifactFiled"},"when":{"isClosed":"either"},"do":[{"stop":"recordDue"},{"complete":"recordMissing","outcome":"filed"}]},{"name":"sessionWithdrawn","on":{"event":"session.withdrawn"},"do":[{"open":"evidenceWindow","under":"distribution","holdFor":"evidenceWindow"},{"complete":"holdSession","outcome":"withdrawn"},{"complete":"sessionPending"}]},{"name":"sessionPostponed","on":{"event":"session.postponed"},"do":[{"open":"sessionPending","under":"distribution"},{"open":"scheduleSession","under":"sessionPending"},{"complete":"holdSession","outcome":"postponed"},{"cancel":"sessionConflict","why":"The hearing was postponed."},{"cancel":"conferenceOverdue","why":"The hearing was postponed."},{"cancel":"noShow","why":"The hearing was postponed."}]},{"name":"sessionNoShow","on":{"event":"session.noShow"},"do":[{"open":"noShow","under":"sessionPending","holdFor":"noShow"},{"complete":"holdSession","outcome":"noShow"},{"cancel":"conferenceOverdue","why":"The time of the hearing is past."}]},{"name":"noShowReleased","on":{"event":"task.completed","task":["noShow"],"outcome":["release"]},"do":[{"open":"evidenceWindow","under":"distribution","holdFor":"evidenceWindow"},{"complete":"sessionPending"}]},{"name":"noShowPostponed","on":{"event":"task.completed","task":["noShow"],"outcome":["postpone"]},"do":[{"open":"scheduleSession","under":"sessionPending"}]},{"name":"partyDied","on":{"event":"party.died","where":{"role":["appellant","veteran","substitute","contestingClaimant","representative","attorney","fiduciary"]}},"do":[{"open":"deathNotice"}]},{"name":"partyChangedElsewhere","on":{"event":"party.changedElsewhere"},"do":[{"open":"partyChange","instructions":"This party was changed on another case by somebody who may not see this one, or in a directory that may not change it. The event party.changedElsewhere says where: look at it there, and record here what holds here too."}]},{"name":"partyConflicted","on":{"event":"party.conflicted"},"do":[{"open":"partyConflict","instructions":"The case and the directory of record say different things about this party. Decide which holds: settle the conflict on the party, or correct the record."}]},{"name":"partyConflictSettled","on":{"event":"party.conflictSettled"},"do":[{"complete":"partyConflict"}]},{"name":"representationChanged","on":{"event":"party.representationChanged"},"when":{"notOpen":["intake"]},"do":[{"open":"representationChange","under":"distribution"}]},{"name":"recalled","on":{"event":"workProduct.recalled"},"when":{"isClosed":"either"},"do":[{"reopen":"The decision was recalled."},{"cancel":"qualityReview","why":"The decision was recalled."},{"cancel":"sealing","why":"The decision was recalled."},{"cancel":"dispatch","why":"The decision was recalled."},{"cancel":"effectuationFailed","why":"The decision was recalled."},{"cancel":"effectuation","why":"The decision was recalled."},{"cancel":"remandInquiry","why":"The decision was recalled."},{"cancel":"remandTracking","why":"The decision was recalled."},{"open":"review","assign":{"holderOf":"review"},"instructions":"The decision was recalled: decide anew."}]},{"name":"toEffect","on":{"event":"task.completed","task":["dispatch"],"outcome":["dispatched"]},"when":{"effectuation":["pending","failed"],"sentBack":["none","some"]},"do":[{"open":"effectuation","ofDecision":true}]},{"name":"dispatched","on":{"event":"task.completed","task":["dispatch"],"outcome":["dispatched"]},"when":{"isAway":false},"do":[{"close":"decided"}]},{"name":"inEffect","on":{"event":"effectuation.completed"},"when":{"isClosed":"either"},"do":[{"complete":"effectuationFailed"},{"complete":"effectuation"}]},{"name":"notInEffect","on":{"event":"effectuation.failed"},"when":{"isClosed":"either"},"do":[{"open":"effectuationFailed","instructions":"The decision was not put into effect: see why in the events, and settle it."}]},{"name":"notInEffectAnyMore","on":{"event":"effectuation.failed"},"when":{"isClosed":true,"notOpen":["effectuation"]},"do":[{"open":"effectuation"}]},{"name":"reviewedAgain","on":{"event":"task.completed","task":["caseReview"],"outcome":["returnToDocket"]},"do":[{"open":"distribution"}]},{"name":"closedByHand","on":{"event":"task.completed","task":["caseReview"],"outcome":["close"]},"do":[{"close":"closedByHand"}]},{"name":"withdrawn","on":{"event":"task.completed","task":["withdrawal"]},"do":[{"close":"withdrawn"}]},{"name":"sentBack","on":{"event":"remand.sentBack"},"do":[{"open":"remandTracking","holdFor":"remandWork","instructions":"Issues were sent back for more work. Record what is heard of it, and its return."},{"timer":"remandAcknowledgement"}]},{"name":"remandResumed","on":{"event":"remand.resumed"},"when":{"notOpen":["remandTracking"]},"do":[{"open":"remandTracking","holdFor":"remandWork","instructions":"What was sent back is awaited again. Record what is heard of it, and its return."}]},{"name":"noWordOfRemand","on":{"event":"timer.fired","timer":"remandAcknowledgement"},"when":{"isAway":true},"do":[{"open":"remandInquiry","instructions":"Nothing has been heard of what was sent back: ask whether the work has begun."}]},{"name":"wordOfRemand","on":{"event":"remand.progressed"},"do":[{"stop":"remandAcknowledgement"},{"complete":"remandInquiry","outcome":"asked"}]},{"name":"remandOverdue","on":{"event":"task.resumed","task":["remandTracking"]},"do":[{"instruct":"remandTracking","instructions":"The time for the work is over. Record its return, or ask for it and hold this task until a new date."}]},{"name":"remandReturned","on":{"event":"remand.returned"},"do":[{"stop":"remandAcknowledgement"},{"complete":"remandInquiry","outcome":"asked"},{"complete":"remandTracking"}]},{"name":"remandToAdjudicator","on":{"event":"remand.returned","where":{"goesTo":"signer"}},"when":{"notOpen":["intake","distribution","assignment","review","drafting","qualityReview","sealing","dispatch","caseReview"]},"do":[{"open":"assignment","ofCase":true,"assign":{"named":true},"instructions":"What was sent back has returned: check its instructions, and decide its issues."}]},{"name":"remandToTeam","on":{"event":"remand.returned","where":{"goesTo":"team"}},"when":{"notOpen":["intake","distribution","assignment","review","drafting","qualityReview","sealing","dispatch","caseReview"]},"do":[{"open":"assignment","ofCase":true,"instructions":"What was sent back has returned: check its instructions, and decide its issues."}]},{"name":"remandToDocket","on":{"event":"remand.returned","where":{"goesTo":"docket"}},"when":{"notOpen":["intake","distribution","assignment","review","drafting","qualityReview","sealing","dispatch","caseReview"]},"do":[{"open":"distribution","ofCase":true}]},{"name":"remandEnded","on":{"event":"remand.ended"},"do":[{"stop":"remandAcknowledgement"},{"cancel":"remandInquiry","why":"The remand has ended."},{"cancel":"remandTracking","why":"The remand has ended."}]},{"name":"courtRemanded","on":{"event":"remand.received"},"when":{"isClosed":"either"},"do":[{"reopen":"A court has sent the case back."}]},{"name":"courtRemandToDocket","on":{"event":"remand.received"},"when":{"notOpen":["intake","distribution","assignment","review","drafting","qualityReview","sealing","dispatch","caseReview"]},"do":[{"open":"distribution","ofCase":true}]},{"name":"courtRemandToWrite","on":{"event":"remand.received"},"do":[{"open":"courtRemandLetter","under":"distribution","dueBy":"courtRemandNotice","instructions":"A court has sent issues back: tell the parties, and how long they may send evidence.","withWhy":true}]},{"name":"courtRemandWritten","on":{"event":"task.completed","task":["courtRemandLetter"]},"do":[{"stop":"courtRemandLetter"},{"open":"courtRemandWindow","under":"distribution","holdFor":"courtRemandLetter"}]},{"name":"courtRemandWindowOver","on":{"event":"task.resumed","task":["courtRemandWindow"]},"do":[{"complete":"courtRemandWindow"}]},{"name":"retractedInDrafting","on":{"event":"case.retracted"},"when":{"open":["drafting"],"notOpen":["retraction"]},"do":[{"open":"retraction","under":"drafting"}]},{"name":"retractedInReview","on":{"event":"case.retracted"},"when":{"open":["review"],"notOpen":["retraction"]},"do":[{"open":"retraction","under":"review"}]},{"name":"retractedInAssignment","on":{"event":"case.retracted"},"when":{"open":["assignment"],"notOpen":["retraction"]},"do":[{"open":"retraction","under":"assignment"}]},{"name":"retractedInDistribution","on":{"event":"case.retracted"},"when":{"open":["distribution"],"notOpen":["retraction"]},"do":[{"open":"retraction","under":"distribution"}]},{"name":"retractedInIntake","on":{"event":"case.retracted"},"when":{"open":["intake"],"notOpen":["retraction"]},"do":[{"open":"retraction","under":"intake"}]},{"name":"retracted","on":{"event":"case.retracted"},"when":{"notOpen":["retraction"]},"do":[{"open":"retraction"}]},{"name":"retractionFollowed","on":{"event":"task.completed","task":["retraction"],"outcome":["close"]},"do":[{"close":"retracted"}]}],"standings":[{"when":{"isClosed":true,"closedBecause":["withdrawn","retracted"]},"status":"withdrawn","partyStatus":"withdrawn","why":"The appeal was withdrawn."},{"when":{"isClosed":true,"task":["effectuation"],"taskStatus":["assigned","inProgress","onHold"]},"status":"effectuation","partyStatus":"beingPutIntoEffect","why":"The decision was sent and is being put into effect.","next":"You will hear from the office that carries the decision out."},{"when":{"isClosed":true},"status":"closed","partyStatus":"closed","why":"The case is closed."},{"when":{"task":["retraction"],"taskStatus":["assigned","inProgress","onHold"]},"status":"onHold","partyStatus":"received","why":"The system that handed the case over has retracted it, and somebody decides what follows.","next":"The case goes on, or it is closed."},{"when":{"task":["preDocketHold"],"taskStatus":["assigned","inProgress","onHold"]},"status":"preDocketed","partyStatus":"received","why":"The appeal waits for something before it can be put on the docket.","next":"It is put on the docket when what is missing has arrived."},{"when":{"task":["intake"],"taskStatus":["assigned","inProgress","onHold"]},"status":"preDocketed","partyStatus":"received","why":"The appeal has arrived and is being looked at before it is put on the docket.","next":"It is put on the docket when intake is done."},{"when":{"task":["qualityReview"],"taskStatus":["assigned","inProgress","onHold"]},"status":"signed","partyStatus":"decisionInProgress","why":"The decision is signed and its quality is being reviewed.","next":"The decision is sent."},{"when":{"task":["sealing"],"taskStatus":["assigned","inProgress","onHold"]},"status":"signed","partyStatus":"decisionInProgress","why":"The decision is signed and is being sealed.","next":"The decision is sent."},{"when":{"task":["dispatch"],"taskStatus":["assigned","inProgress","onHold"],"isSent":true},"status":"signed","partyStatus":"sent","why":"The decision is signed, and everybody has received it.","next":"The dispatch is completed."},{"when":{"task":["dispatch"],"taskStatus":["assigned","inProgress","onHold"]},"status":"signed","partyStatus":"decided","why":"The decision is signed and is being sent.","next":"You receive the decision."},{"when":{"task":["holdSession"],"taskStatus":["assigned","inProgress","onHold"]},"status":"sessionScheduled","partyStatus":"hearingScheduled","why":"A hearing is scheduled.","next":"The hearing is held; then evidence may be sent for 90 days."},{"when":{"task":["scheduleSession","sessionPending","noShow"],"taskStatus":["assigned","inProgress","onHold"]},"status":"waitingForSession","partyStatus":"waitingForHearing","why":"The case waits for a hearing.","next":"A date for the hearing is set."},{"when":{"task":["courtRemandLetter"],"taskStatus":["assigned","inProgress","onHold"]},"status":"onHold","partyStatus":"onDocket","why":"A court has sent the case back, and the parties are being written to.","next":"They may send evidence; then the case goes on in the order of the docket."},{"when":{"task":["courtRemandWindow"],"taskStatus":["assigned","inProgress","onHold"]},"status":"evidenceWindow","partyStatus":"evidencePeriod","why":"A court has sent the case back, and evidence may be sent.","next":"When the time is over, the case goes on in the order of the docket."},{"when":{"task":["evidenceWindow"],"taskStatus":["assigned","inProgress","onHold"]},"status":"evidenceWindow","partyStatus":"evidencePeriod","why":"Evidence may still be sent.","next":"When the time is over, the case goes on in the order of the docket."},{"when":{"task":["representativeArgument"],"taskStatus":["assigned","inProgress","onHold"]},"status":"onDocket","partyStatus":"withYourRepresentative","why":"The representative is writing an argument.","next":"When it is there, the case goes on in the order of the docket."},{"when":{"task":["distribution"],"taskStatus":["onHold"]},"status":"onHold","partyStatus":"onDocket","why":"Something that arrived must be worked before the case goes on.","next":"It goes on in the order of the docket when that is done."},{"when":{"task":["distribution"]},"status":"onDocket","partyStatus":"onDocket","why":"The case waits on the docket for an adjudicator.","next":"An adjudicator takes it up in the order of the docket."},{"when":{"task":["assignment"]},"status":"withAdjudicator","partyStatus":"decisionInProgress","why":"An adjudicator has the case.","next":"A decision is drafted."},{"when":{"task":["supportAction","letter"]},"status":"supportAction","partyStatus":"decisionInProgress","why":"Something is being done that the decision needs.","next":"The decision is drafted when that is done."},{"when":{"task":["drafting"]},"status":"drafting","partyStatus":"decisionInProgress","why":"A decision is being drafted.","next":"An adjudicator reviews the draft."},{"when":{"task":["review"],"workProduct":["inReview"]},"status":"readyToSign","partyStatus":"decisionInProgress","why":"The draft is done and waits for the adjudicator.","next":"The decision is signed and sent."},{"when":{"task":["review"]},"status":"inReview","partyStatus":"decisionInProgress","why":"The adjudicator reviews the decision.","next":"The decision is signed and sent."},{"when":{"task":["caseReview"],"taskStatus":["assigned","inProgress"]},"status":"onDocket","partyStatus":"onDocket","why":"Somebody looks at how the case goes on."},{"when":{"task":["assignment","review","drafting"],"taskStatus":["onHold"]},"status":"onHold","partyStatus":"decisionInProgress","why":"Work on the decision is on hold.","next":"The decision is drafted when that is over."},{"when":{"task":["remandTracking"],"taskStatus":["assigned","inProgress","onHold"]},"status":"remanded","partyStatus":"returnedForMoreWork","why":"Issues were sent back for more work.","next":"When the work has come back, the case returns to the adjudicator."},{"when":{},"status":"onHold","partyStatus":"onDocket","why":"The case is on hold."}]}],"statuses":[{"name":"preDocketed","label":"Pre-docketed"},{"name":"onDocket","label":"On docket"},{"name":"waitingForSession","label":"Waiting for a session"},{"name":"sessionScheduled","label":"Session scheduled"},{"name":"evidenceWindow","label":"Evidence window"},{"name":"withAdjudicator","label":"With adjudicator"},{"name":"drafting","label":"Drafting"},{"name":"supportAction","label":"Support action"},{"name":"inReview","label":"In review"},{"name":"readyToSign","label":"Ready to sign"},{"name":"signed","label":"Signed"},{"name":"dispatched","label":"Dispatched"},{"name":"effectuation","label":"Effectuation"},{"name":"closed","label":"Closed"},{"name":"remanded","label":"Remanded"},{"name":"onHold","label":"On hold"},{"name":"withdrawn","label":"Withdrawn"}],"partyStatuses":[{"name":"received","label":"Received","why":"We have received your appeal and are looking at it.","next":"It is placed on the docket, or we write to you if something is missing."},{"name":"waitingForHearing","label":"Waiting for a hearing","why":"Your appeal waits for a hearing.","next":"We write to you when there is a date."},{"name":"hearingScheduled","label":"Hearing scheduled","why":"There is a date for your hearing.","next":"The hearing is held. After it, you may send evidence for 90 days."},{"name":"evidencePeriod","label":"Evidence period","why":"You may send evidence now.","next":"When the period is over, your appeal goes on in the order of the docket."},{"name":"withYourRepresentative","label":"With your representative","why":"Your representative may send an argument.","next":"Then your appeal goes on in the order of the docket."},{"name":"onDocket","label":"On docket","why":"Your appeal is on the docket. Appeals are taken up in the order in which they were received.","next":"An adjudicator takes up your appeal."},{"name":"decisionInProgress","label":"Decision in progress","why":"Your appeal is being decided.","next":"We send you the decision when it is made."},{"name":"decided","label":"Decided","why":"Your appeal is decided, and the decision is being sent to you.","next":"You receive the decision."},{"name":"sent","label":"Decided","why":"Your appeal is decided, and the decision was sent to you.","next":"We check that nothing is left to do, and write to you if there is."},{"name":"beingPutIntoEffect","label":"Being put into effect","why":"The decision was sent to you and is being put into effect.","next":"You will hear from the office that carries it out."},{"name":"returnedForMoreWork","label":"Sent back for more work","why":"Your appeal was sent back for more work.","next":"When the work is done, your appeal comes back and is decided. It keeps its place on the docket."},{"name":"withdrawn","label":"Withdrawn","why":"Your appeal was withdrawn."},{"name":"closed","label":"Closed","why":"Your appeal is closed."}],"closeReasons":[{"name":"decided","label":"Decided"},{"name":"withdrawn","label":"Withdrawn"},{"name":"retracted","label":"Retracted upstream"},{"name":"substitution","label":"Goes on with a substitute"},{"name":"notEligible","label":"Not eligible"},{"name":"closedByHand","label":"Closed after a look at it"}],"timers":[{"name":"evidenceWindow","label":"Evidence window","length":{"days":90},"runsFrom":["session","receipt"],"forParties":true,"extendedBy":[{"on":{"event":"task.completed","task":["extensionRequest"],"outcome":["granted"]},"by":{"days":30},"why":"An extension was granted."}],"tolledBy":[{"from":{"event":"party.died","where":{"role":["appellant","veteran","substitute","contestingClaimant"]}},"until":[{"event":"task.completed","task":["deathNotice"]},{"event":"party.deathRetracted"}],"why":"The claimant has died, and it is not settled who goes on with the appeal."}],"passes":[{"complete":"evidenceWindow"}]},{"name":"noShow","label":"Explanation of a missed session","length":{"days":15},"runsFrom":["session"],"forParties":true},{"name":"letterAnswer","label":"Answer to a letter","length":{"days":65},"runsFrom":["mailing"],"forParties":true,"passes":[{"open":"answerOverdue"}]},{"name":"courtRemandNotice","label":"Letter to the parties after a court remand","length":{"days":30},"runsFrom":["mandate"],"passes":[{"instruct":"courtRemandLetter","instructions":"The parties should have been written to by now: write to them today."}]},{"name":"courtRemandLetter","label":"Answer to the letter after a court remand","length":{"days":90},"runsFrom":["mailing","mandate"],"forParties":true,"passes":[{"complete":"courtRemandWindow"}]},{"name":"remandAcknowledgement","label":"Word of a remand","length":{"days":30},"runsFrom":["remand"]},{"name":"remandWork","label":"Work after a remand","length":{"days":125},"runsFrom":["remand"]},{"name":"recordDue","label":"Record of a session hosted elsewhere","length":{"days":3},"counts":"workingDays","runsFrom":["session"]},{"name":"directReviewTarget","label":"Target of direct review","length":{"days":365},"runsFrom":["receipt"],"lastDay":"stays","passes":[{"instruct":"distribution","instructions":"The target of direct review has passed."}]},{"name":"deadlineApproaching","label":"Warning of a deadline","length":{"days":7}}],"deadlines":{"timeZone":"America/New_York","calendar":"usFederal","mailbox":{"presumedDays":5,"counts":"workingDays","channels":["mail"]}},"calendars":[{"name":"usFederal","label":"Federal holidays of the United States","weekend":[6,7],"from":"2024-01-01","to":"2032-12-31","holidays":[{"day":"2024-01-01","label":"New Year's Day"},{"day":"2025-01-01","label":"New Year's Day"},{"day":"2026-01-01","label":"New Year's Day"},{"day":"2027-01-01","label":"New Year's Day"},{"day":"2027-12-31","label":"New Year's Day"},{"day":"2029-01-01","label":"New Year's Day"},{"day":"2030-01-01","label":"New Year's Day"},{"day":"2031-01-01","label":"New Year's Day"},{"day":"2032-01-01","label":"New Year's Day"},{"day":"2032-12-31","label":"New Year's Day"},{"day":"2024-01-15","label":"Birthday of Martin Luther King, Jr."},{"day":"2025-01-20","label":"Birthday of Martin Luther King, Jr."},{"day":"2026-01-19","label":"Birthday of Martin Luther King, Jr."},{"day":"2027-01-18","label":"Birthday of Martin Luther King, Jr."},{"day":"2028-01-17","label":"Birthday of Martin Luther King, Jr."},{"day":"2029-01-15","label":"Birthday of Martin Luther King, Jr."},{"day":"2030-01-21","label":"Birthday of Martin Luther King, Jr."},{"day":"2031-01-20","label":"Birthday of Martin Luther King, Jr."},{"day":"2032-01-19","label":"Birthday of Martin Luther King, Jr."},{"day":"2024-02-19","label":"Washington's Birthday"},{"day":"2025-02-17","label":"Washington's Birthday"},{"day":"2026-02-16","label":"Washington's Birthday"},{"day":"2027-02-15","label":"Washington's Birthday"},{"day":"2028-02-21","label":"Washington's Birthday"},{"day":"2029-02-19","label":"Washington's Birthday"},{"day":"2030-02-18","label":"Washington's Birthday"},{"day":"2031-02-17","label":"Washington's Birthday"},{"day":"2032-02-16","label":"Washington's Birthday"},{"day":"2024-05-27","label":"Memorial Day"},{"day":"2025-05-26","label":"Memorial Day"},{"day":"2026-05-25","label":"Memorial Day"},{"day":"2027-05-31","label":"Memorial Day"},{"day":"2028-05-29","label":"Memorial Day"},{"day":"2029-05-28","label":"Memorial Day"},{"day":"2030-05-27","label":"Memorial Day"},{"day":"2031-05-26","label":"Memorial Day"},{"day":"2032-05-31","label":"Memorial Day"},{"day":"2024-06-19","label":"Juneteenth National Independence Day"},{"day":"2025-06-19","label":"Juneteenth National Independence Day"},{"day":"2026-06-19","label":"Juneteenth National Independence Day"},{"day":"2027-06-18","label":"Juneteenth National Independence Day"},{"day":"2028-06-19","label":"Juneteenth National Independence Day"},{"day":"2029-06-19","label":"Juneteenth National Independence Day"},{"day":"2030-06-19","label":"Juneteenth National Independence Day"},{"day":"2031-06-19","label":"Juneteenth National Independence Day"},{"day":"2032-06-18","label":"Juneteenth National Independence Day"},{"day":"2024-07-04","label":"Independence Day"},{"day":"2025-07-04","label":"Independence Day"},{"day":"2026-07-03","label":"Independence Day"},{"day":"2027-07-05","label":"Independence Day"},{"day":"2028-07-04","label":"Independence Day"},{"day":"2029-07-04","label":"Independence Day"},{"day":"2030-07-04","label":"Independence Day"},{"day":"2031-07-04","label":"Independence Day"},{"day":"2032-07-05","label":"Independence Day"},{"day":"2024-09-02","label":"Labor Day"},{"day":"2025-09-01","label":"Labor Day"},{"day":"2026-09-07","label":"Labor Day"},{"day":"2027-09-06","label":"Labor Day"},{"day":"2028-09-04","label":"Labor Day"},{"day":"2029-09-03","label":"Labor Day"},{"day":"2030-09-02","label":"Labor Day"},{"day":"2031-09-01","label":"Labor Day"},{"day":"2032-09-06","label":"Labor Day"},{"day":"2024-10-14","label":"Columbus Day"},{"day":"2025-10-13","label":"Columbus Day"},{"day":"2026-10-12","label":"Columbus Day"},{"day":"2027-10-11","label":"Columbus Day"},{"day":"2028-10-09","label":"Columbus Day"},{"day":"2029-10-08","label":"Columbus Day"},{"day":"2030-10-14","label":"Columbus Day"},{"day":"2031-10-13","label":"Columbus Day"},{"day":"2032-10-11","label":"Columbus Day"},{"day":"2024-11-11","label":"Veterans Day"},{"day":"2025-11-11","label":"Veterans Day"},{"day":"2026-11-11","label":"Veterans Day"},{"day":"2027-11-11","label":"Veterans Day"},{"day":"2028-11-10","label":"Veterans Day"},{"day":"2029-11-12","label":"Veterans Day"},{"day":"2030-11-11","label":"Veterans Day"},{"day":"2031-11-11","label":"Veterans Day"},{"day":"2032-11-11","label":"Veterans Day"},{"day":"2024-11-28","label":"Thanksgiving Day"},{"day":"2025-11-27","label":"Thanksgiving Day"},{"day":"2026-11-26","label":"Thanksgiving Day"},{"day":"2027-11-25","label":"Thanksgiving Day"},{"day":"2028-11-23","label":"Thanksgiving Day"},{"day":"2029-11-22","label":"Thanksgiving Day"},{"day":"2030-11-28","label":"Thanksgiving Day"},{"day":"2031-11-27","label":"Thanksgiving Day"},{"day":"2032-11-25","label":"Thanksgiving Day"},{"day":"2024-12-25","label":"Christmas Day"},{"day":"2025-12-25","label":"Christmas Day"},{"day":"2026-12-25","label":"Christmas Day"},{"day":"2027-12-24","label":"Christmas Day"},{"day":"2028-12-25","label":"Christmas Day"},{"day":"2029-12-25","label":"Christmas Day"},{"day":"2030-12-25","label":"Christmas Day"},{"day":"2031-12-25","label":"Christmas Day"},{"day":"2032-12-24","label":"Christmas Day"}]},{"name":"colorado","label":"Holidays of the State of Colorado","weekend":[6,7],"from":"2024-01-01","to":"2032-12-31","holidays":[{"day":"2024-01-01","label":"New Year's Day"},{"day":"2025-01-01","label":"New Year's Day"},{"day":"2026-01-01","label":"New Year's Day"},{"day":"2027-01-01","label":"New Year's Day"},{"day":"2027-12-31","label":"New Year's Day"},{"day":"2029-01-01","label":"New Year's Day"},{"day":"2030-01-01","label":"New Year's Day"},{"day":"2031-01-01","label":"New Year's Day"},{"day":"2032-01-01","label":"New Year's Day"},{"day":"2032-12-31","label":"New Year's Day"},{"day":"2024-01-15","label":"Martin Luther King Jr. Day"},{"day":"2025-01-20","label":"Martin Luther King Jr. Day"},{"day":"2026-01-19","label":"Martin Luther King Jr. Day"},{"day":"2027-01-18","label":"Martin Luther King Jr. Day"},{"day":"2028-01-17","label":"Martin Luther King Jr. Day"},{"day":"2029-01-15","label":"Martin Luther King Jr. Day"},{"day":"2030-01-21","label":"Martin Luther King Jr. Day"},{"day":"2031-01-20","label":"Martin Luther King Jr. Day"},{"day":"2032-01-19","label":"Martin Luther King Jr. Day"},{"day":"2024-02-19","label":"Washington-Lincoln Day"},{"day":"2025-02-17","label":"Washington-Lincoln Day"},{"day":"2026-02-16","label":"Washington-Lincoln Day"},{"day":"2027-02-15","label":"Washington-Lincoln Day"},{"day":"2028-02-21","label":"Washington-Lincoln Day"},{"day":"2029-02-19","label":"Washington-Lincoln Day"},{"day":"2030-02-18","label":"Washington-Lincoln Day"},{"day":"2031-02-17","label":"Washington-Lincoln Day"},{"day":"2032-02-16","label":"Washington-Lincoln Day"},{"day":"2024-05-27","label":"Memorial Day"},{"day":"2025-05-26","label":"Memorial Day"},{"day":"2026-05-25","label":"Memorial Day"},{"day":"2027-05-31","label":"Memorial Day"},{"day":"2028-05-29","label":"Memorial Day"},{"day":"2029-05-28","label":"Memorial Day"},{"day":"2030-05-27","label":"Memorial Day"},{"day":"2031-05-26","label":"Memorial Day"},{"day":"2032-05-31","label":"Memorial Day"},{"day":"2024-06-19","label":"Juneteenth"},{"day":"2025-06-19","label":"Juneteenth"},{"day":"2026-06-19","label":"Juneteenth"},{"day":"2027-06-18","label":"Juneteenth"},{"day":"2028-06-19","label":"Juneteenth"},{"day":"2029-06-19","label":"Juneteenth"},{"day":"2030-06-19","label":"Juneteenth"},{"day":"2031-06-19","label":"Juneteenth"},{"day":"2032-06-18","label":"Juneteenth"},{"day":"2024-07-04","label":"Independence Day"},{"day":"2025-07-04","label":"Independence Day"},{"day":"2026-07-03","label":"Independence Day"},{"day":"2027-07-05","label":"Independence Day"},{"day":"2028-07-04","label":"Independence Day"},{"day":"2029-07-04","label":"Independence Day"},{"day":"2030-07-04","label":"Independence Day"},{"day":"2031-07-04","label":"Independence Day"},{"day":"2032-07-05","label":"Independence Day"},{"day":"2024-09-02","label":"Labor Day"},{"day":"2025-09-01","label":"Labor Day"},{"day":"2026-09-07","label":"Labor Day"},{"day":"2027-09-06","label":"Labor Day"},{"day":"2028-09-04","label":"Labor Day"},{"day":"2029-09-03","label":"Labor Day"},{"day":"2030-09-02","label":"Labor Day"},{"day":"2031-09-01","label":"Labor Day"},{"day":"2032-09-06","label":"Labor Day"},{"day":"2024-10-07","label":"Frances Xavier Cabrini Day"},{"day":"2025-10-06","label":"Frances Xavier Cabrini Day"},{"day":"2026-10-05","label":"Frances Xavier Cabrini Day"},{"day":"2027-10-04","label":"Frances Xavier Cabrini Day"},{"day":"2028-10-02","label":"Frances Xavier Cabrini Day"},{"day":"2029-10-01","label":"Frances Xavier Cabrini Day"},{"day":"2030-10-07","label":"Frances Xavier Cabrini Day"},{"day":"2031-10-06","label":"Frances Xavier Cabrini Day"},{"day":"2032-10-04","label":"Frances Xavier Cabrini Day"},{"day":"2024-11-11","label":"Veterans Day"},{"day":"2025-11-11","label":"Veterans Day"},{"day":"2026-11-11","label":"Veterans Day"},{"day":"2027-11-11","label":"Veterans Day"},{"day":"2028-11-10","label":"Veterans Day"},{"day":"2029-11-12","label":"Veterans Day"},{"day":"2030-11-11","label":"Veterans Day"},{"day":"2031-11-11","label":"Veterans Day"},{"day":"2032-11-11","label":"Veterans Day"},{"day":"2024-11-28","label":"Thanksgiving Day"},{"day":"2025-11-27","label":"Thanksgiving Day"},{"day":"2026-11-26","label":"Thanksgiving Day"},{"day":"2027-11-25","label":"Thanksgiving Day"},{"day":"2028-11-23","label":"Thanksgiving Day"},{"day":"2029-11-22","label":"Thanksgiving Day"},{"day":"2030-11-28","label":"Thanksgiving Day"},{"day":"2031-11-27","label":"Thanksgiving Day"},{"day":"2032-11-25","label":"Thanksgiving Day"},{"day":"2024-12-25","label":"Christmas Day"},{"day":"2025-12-25","label":"Christmas Day"},{"day":"2026-12-25","label":"Christmas Day"},{"day":"2027-12-24","label":"Christmas Day"},{"day":"2028-12-25","label":"Christmas Day"},{"day":"2029-12-25","label":"Christmas Day"},{"day":"2030-12-25","label":"Christmas Day"},{"day":"2031-12-25","label":"Christmas Day"},{"day":"2032-12-24","label":"Christmas Day"}]}],"sessions":{"slotsPerDay":8,"slotMinutes":60,"firstStart":"08:15","startEveryMinutes":15,"holdMinutes":15,"windowDays":90,"noticeDays":{"inPerson":21,"video":14,"phone":14,"virtual":14},"adjudicatorRoles":["adjudicator"],"reminderDays":[60,30,7,3,2],"conferenceReadyHours":24,"documentTypes":{"recording":"hearingRecording","transcript":"hearingTranscript"},"locations":[{"name":"washington","label":"Washington, D.C.","timeZone":"America/New_York","rooms":[{"name":"washington1","label":"Hearing room 1"},{"name":"washington2","label":"Hearing room 2"}]},{"name":"denver","label":"Denver","timeZone":"America/Denver","rooms":[{"name":"denver1","label":"Room 1"}]}]},"closedCases":{"accepts":["markRead","tag","annotate","arrange","correctCases","fileDocuments","curateDocuments","keepParties","grantAccess","linkCases","workTasks","certifyTranscripts","routeMail","writeLetters","recordDeliveries","reportEffectuation","recallDecisions","trackRemands","setSensitivity","holdCases","purgeCases"]},"deadlineWarning":"deadlineApproaching","workProducts":{"release":"atSigning","withoutEvidence":"refused","withoutRecipient":"refused","citingUnseen":"refused","parts":[{"name":"order","label":"order","place":"order"},{"name":"finding","label":"finding of fact","place":"collected","heading":"Findings of fact","headingOfOne":"Finding of fact","isNumbered":true,"withoutEvidence":"warned","missing":"warned","dispositions":["allowed","denied","vacated"]},{"name":"conclusion","label":"conclusion of law","place":"collected","heading":"Conclusions of law","headingOfOne":"Conclusion of law","isNumbered":true,"withoutAuthority":"warned","missing":"warned","dispositions":["allowed","denied","vacated"]},{"name":"reason","label":"reason","place":"inPlace"}],"withoutParts":"accepted","headings":{"issues":"The issues","order":"Order","sentBack":"Remanded","reasons":"Reasons and bases for findings and conclusions"},"authorities":{"isPrinted":false,"heading":"Authorities","groups":[{"name":"precedents","label":"Precedents","patterns":["{name} v. {name}, {number} Vet. App. {number}[, {pages}] ({year})","{name} v. {name}, {number} Vet. App. {number}[, {pages}] ({court} {year})","{name} v. {name}, {number} U.S. {number}[, {pages}] ({year})","{name} v. {name}, {number} S. Ct. {number}[, {pages}] ({year})","{name} v. {name}, {number} F.2d {number}[, {pages}] ({court} {year})","{name} v. {name}, {number} F.3d {number}[, {pages}] ({court} {year})","{name} v. {name}, {number} F.4th {number}[, {pages}] ({court} {year})","{name} v. {name}, {number} F. Supp. {number}[, {pages}] ({court} {year})","{name} v. {name}, {number} F. Supp. 2d {number}[, {pages}] ({court} {year})","{name} v. {name}, {number} F. Supp. 3d {number}[, {pages}] ({court} {year})","In re {name}, {number} F.3d {number}[, {pages}] ({court} {year})"]},{"name":"statutes","label":"Statutes","patterns":["{number} U.S.C.[A.] § {section}","Pub. L. [No.] {number}-{number}"]},{"name":"regulations","label":"Regulations","patterns":["{number} C.F.R. § {section}","{number} C.F.R. Part {number}","{number} Fed. Reg. {number}[, {pages}]"]},{"name":"rules","label":"Rules of procedure","patterns":["Fed. R. Civ. P. {section}","Fed. R. Evid. {section}","Fed. R. App. P. {section}","Vet. App. R. {section}"]},{"name":"opinions","label":"Opinions of the General Counsel","patterns":["VAOPGCPREC {section}"]}]}},"reports":[{"name":"throughput","label":"Opened and closed","kind":"throughput","by":["caseType","docket"],"period":"month","roles":[]},{"name":"ageInStep","label":"Age in each step","kind":"ageInStep","by":["step"],"percentiles":[50,75,95],"roles":[]},{"name":"overdue","label":"Overdue cases","kind":"overdue","by":["assignee","step"],"roles":[]},{"name":"queueDepth","label":"Queues: how deep, how old","kind":"queueDepth","by":["team"],"roles":[]},{"name":"reviewerLoad","label":"Load of each reviewer","kind":"reviewerLoad","by":["assignee","status"],"roles":[]},{"name":"distribution","label":"Distribution, with the levers in force","kind":"distribution","by":["docket"],"period":"month","roles":[]},{"name":"decisions","label":"Decisions by issue and disposition","kind":"decisions","by":["issueType","disposition"],"period":"month","roles":[]},{"name":"portHealth","label":"Ports: delivered, waiting, failed","kind":"portHealth","by":["port"],"roles":["reporting","operator"]},{"name":"docketHealth","label":"Health of the docket","kind":"docketHealth","by":[],"roles":["reporting","operator"]}],"priority":{"advancedAge":75,"advanceReasons":[{"name":"age","label":"Age","byMotion":false},{"name":"financialDistress","label":"Financial distress","byMotion":true},{"name":"seriousIllness","label":"Serious illness","byMotion":true},{"name":"otherGoodCause","label":"Other good cause","byMotion":true}],"ageReason":"age","order":[{"when":"courtRemandAndAdvanced","why":"A court has sent the case back, and it is advanced on the docket."},{"when":"advanced","why":"The case is advanced on the docket."},{"when":"courtRemand","why":"A court has sent the case back."}],"otherwise":"Its docket number is next."},"levers":{"batchPerDrafter":3,"batchWithoutTeam":15,"mostWaiting":8,"affinityDays":{"session":60,"advanced":30,"courtRemand":21},"docketGoals":[{"docket":"directReview","days":365},{"docket":"evidenceSubmission","days":550},{"docket":"hearing","days":730}]},"distribution":{"taskType":"distribution","outcome":"distributed","receiverRole":"adjudicator","drafterRole":"drafter","waitingTypes":["assignment"]},"retention":[{"name":"decidedAppeals","label":"Decided appeals","caseTypes":["appeal","courtRemand","reconsideration","vacatur","clearErrorMotion"],"keepYears":75,"why":"The schedule of records keeps a claims file for the life of the claim."}],"roles":[{"name":"drafter","label":"Drafter (attorney)","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","readDeliberations","editIssues","decideIssues","citeEvidence","exportCase","tag","annotate","arrange","draft","commentOnDrafts"]},{"name":"adjudicator","label":"Adjudicator","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","docketAnyway","readDeliberations","editIssues","decideIssues","citeEvidence","exportCase","tag","annotate","arrange","advanceCases","draft","commentOnDrafts","reviewDrafts","signDecisions","releaseDecisions","recallDecisions","reopenCases","readRanking","askForCases","readReports"]},{"name":"caseSupport","label":"Case support","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","docket","manageSessions","certifyTranscripts","keepCalendars","writeLetters","recordDeliveries","reportEffectuation","readDeliberations","editIssues","exportCase","tag","annotate","arrange","openCases","fileDocuments","correctCases","routeMail","workMail","curateDocuments","readRanking","distributeCases","readReports","keepParties","grantAccess","linkCases","reopenCases","advanceCases","commentOnDrafts","trackRemands"]},{"name":"intake","label":"Intake","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","docket","writeLetters","editIssues","tag","arrange","openCases","fileDocuments","correctCases","routeMail","workMail","curateDocuments","keepParties","grantAccess","linkCases"]},{"name":"mailClerk","label":"Mail clerk","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","tag","fileDocuments","routeMail","workMail","writeLetters","keepParties"]},{"name":"scheduler","label":"Scheduler","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","manageSessions","keepCalendars","keepParties"]},{"name":"sessionCoordinator","label":"Session coordinator","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","manageSessions","keepCalendars","certifyTranscripts"]},{"name":"dispatch","label":"Dispatch","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","writeLetters","recordDeliveries","reportEffectuation","exportCase"]},{"name":"qualityReviewer","label":"Quality reviewer","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","readDeliberations","exportCase","tag","annotate","commentOnDrafts","releaseDecisions","readReports"]},{"name":"privacyOfficer","label":"Privacy officer","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","readDeliberations","exportCase","tag","readAccessLog","setSensitivity","grantAccess","holdCases","purgeCases","readTombstones"]},{"name":"representative","label":"Representative","cases":"represented","may":["readCases","readState","markRead","exportCase"]},{"name":"reporting","label":"Reporting","cases":"every","may":["listCases","readState","readTasks","readEvents","readReports","readRanking"]},{"name":"operator","label":"Operator","cases":"none","may":["importCases","operate","readReports"],"sources":["*"]},{"name":"administrator","label":"Administrator","cases":"every","isAdministrator":true,"may":[]},{"name":"integrationDocumentsIn","label":"Integration: documents in","cases":"every","may":["listCases","readState","openCases","fileDocuments","routeMail"],"sources":["*"]},{"name":"integrationStatusOut","label":"Integration: status out","cases":"every","may":["listCases","readState","readEvents"]},{"name":"integration","label":"Integration: full","cases":"every","may":["readCases","readState","markRead","readTasks","workTasks","docket","manageSessions","keepCalendars","writeLetters","recordDeliveries","reportEffectuation","trackRemands","editIssues","readEvents","readReports","exportCase","tag","arrange","openCases","fileDocuments","correctCases","routeMail","curateDocuments","keepParties","linkCases","importCases","readRanking"],"sources":["*"]}],"partyRoles":[{"name":"appellant","label":"Appellant","isClaimant":true,"receivesDecision":true},{"name":"veteran","label":"Veteran","receivesDecision":false},{"name":"substitute","label":"Substitute for a claimant","isClaimant":true,"receivesDecision":true},{"name":"contestingClaimant","label":"Contesting claimant","isClaimant":true,"receivesDecision":true},{"name":"representative","label":"Representative","isRepresentative":true,"receivesDecision":true},{"name":"attorney","label":"Attorney","isRepresentative":true,"receivesDecision":true},{"name":"fiduciary","label":"Fiduciary","receivesDecision":true},{"name":"witness","label":"Witness","receivesDecision":false}],"sensitivity":{"levels":[{"level":0,"label":"Ordinary","why":"Nothing but what every case holds."},{"level":3,"label":"Restricted","why":"Records that the law protects further, such as of certain illnesses."},{"level":6,"label":"Colleague","why":"The claimant, or one of the family, works here."},{"level":9,"label":"Highly sensitive","why":"A person of public interest, or in danger."}],"ofNewCases":0,"ofNewMembers":3},"conflicts":[{"name":"representative","when":"represents","why":"They represent a party of this case.","tasks":[]},{"name":"party","when":"isParty","why":"They are a party to this case.","tasks":[]},{"name":"ownWork","when":"hadTask","had":["assignment","drafting","review"],"why":"They wrote or reviewed the decision.","tasks":["qualityReview"]}],"benefitTypes":[{"name":"compensation","label":"Compensation"},{"name":"pension","label":"Pension"},{"name":"fiduciary","label":"Fiduciary"},{"name":"insurance","label":"Insurance"},{"name":"education","label":"Education"},{"name":"vocationalRehabilitation","label":"Vocational rehabilitation"},{"name":"loanGuaranty","label":"Loan guaranty"},{"name":"cemetery","label":"Cemetery"},{"name":"healthCare","label":"Health care"}],"issueTypes":[{"name":"serviceConnection","label":"Service connection","benefitTypes":["compensation"]},{"name":"newAndRelevantEvidence","label":"New and relevant evidence","benefitTypes":["compensation","pension"]},{"name":"initialRating","label":"Initial rating","benefitTypes":["compensation"]},{"name":"increasedRating","label":"Increased rating","benefitTypes":["compensation"]},{"name":"reduction","label":"Reduction or severance","benefitTypes":["compensation","pension"]},{"name":"effectiveDate","label":"Earlier effective date","benefitTypes":["compensation","pension"]},{"name":"individualUnemployability","label":"Total rating, individual unemployability","benefitTypes":["compensation"]},{"name":"specialMonthlyCompensation","label":"Special monthly compensation","benefitTypes":["compensation"]},{"name":"dependencyAndIndemnity","label":"Dependency and indemnity compensation","benefitTypes":["compensation"]},{"name":"accruedBenefits","label":"Accrued benefits and substitution","benefitTypes":["compensation","pension"]},{"name":"clearError","label":"Clear and unmistakable error","benefitTypes":[]},{"name":"characterOfDischarge","label":"Character of discharge","benefitTypes":[]},{"name":"overpayment","label":"Overpayment and waiver","benefitTypes":[]},{"name":"entitlement","label":"Basic entitlement","benefitTypes":[]},{"name":"apportionment","label":"Apportionment","benefitTypes":["compensation","pension"]},{"name":"fiduciaryAppointment","label":"Appointment of a fiduciary","benefitTypes":["fiduciary"]},{"name":"treatmentCost","label":"Payment of treatment","benefitTypes":["healthCare"]},{"name":"other","label":"Other","benefitTypes":[]}],"dispositions":[{"name":"allowed","label":"Allowed","sentence":"The board has granted what was asked for.","reasons":"none","isFinal":true},{"name":"remanded","label":"Remanded","sentence":"The board has sent the issue back, because more must be done before it can be decided.","reasons":"required","sendsBack":true,"isFinal":false},{"name":"denied","label":"Denied","sentence":"The board has not granted what was asked for.","reasons":"none","isFinal":true},{"name":"vacated","label":"Vacated","sentence":"The board has set aside its earlier decision, and will decide anew.","reasons":"none","isFinal":false},{"name":"dismissedDeath","label":"Dismissed, death","sentence":"The issue has ended, because the claimant has died.","reasons":"none","needsEvidence":false,"afterDeath":true,"isFinal":true},{"name":"dismissedMatterOfLaw","label":"Dismissed, matter of law","sentence":"The law gives the board no power to decide the issue.","reasons":"none","needsEvidence":false,"afterDeath":true,"isFinal":true},{"name":"withdrawn","label":"Withdrawn","sentence":"The issue has ended, because it was withdrawn.","reasons":"none","needsEvidence":false,"afterDeath":true,"isFinal":true},{"name":"stayed","label":"Stayed","sentence":"The issue waits for a decision in another matter.","reasons":"none","isFinal":false}],"reasonGroups":[{"name":"dutyToNotify","label":"Duty to notify","dispositions":["remanded"],"asksTiming":true,"reasons":[{"name":"noNotice","label":"No notice sent"},{"name":"incorrectNotice","label":"Incorrect notice sent"},{"name":"inadequateNotice","label":"Legally inadequate notice"}]},{"name":"dutyToAssist","label":"Duty to assist","dispositions":["remanded"],"asksTiming":true,"reasons":[{"name":"agencyRecords","label":"Agency's own records"},{"name":"privateRecords","label":"Private records"},{"name":"servicePersonnelRecords","label":"Service personnel records"},{"name":"serviceTreatmentRecords","label":"Service treatment records"},{"name":"otherGovernmentRecords","label":"Other government records"}]},{"name":"medicalExamination","label":"Medical examination","dispositions":["remanded"],"asksTiming":true,"reasons":[{"name":"examinationNeeded","label":"Examination needed"},{"name":"opinionNeeded","label":"Opinion needed"},{"name":"noExamination","label":"No examination given"},{"name":"inadequateExamination","label":"Inadequate examination"},{"name":"noOpinion","label":"No opinion given"},{"name":"inadequateOpinion","label":"Inadequate opinion"},{"name":"advisoryOpinion","label":"Advisory medical opinion"}]},{"name":"dueProcess","label":"Due process","dispositions":["remanded"],"asksTiming":true,"reasons":[{"name":"dueProcessDeficiency","label":"Due process deficiency"}]},{"name":"otherReasons","label":"Other","dispositions":["remanded"],"asksTiming":true,"reasons":[{"name":"inextricablyIntertwined","label":"Inextricably intertwined"},{"name":"statutoryDutyError","label":"Error in a statutory duty"},{"name":"otherReason","label":"Other"}]}],"reasonTimings":[{"name":"beforeCertification","label":"Before certification"},{"name":"afterCertification","label":"After certification"}],"remands":{"places":[{"name":"agencyOfOriginalJurisdiction","label":"Agency of original jurisdiction"},{"name":"healthAdministration","label":"Health administration","benefitTypes":["healthCare"]},{"name":"cemeteryAdministration","label":"Cemetery administration","benefitTypes":["cemetery"]}],"returns":{"to":"signer","otherwise":"docket"},"unanswered":"refused","notSatisfied":"warned","mandateTypes":["courtMandate","courtOrder"]},"documentCategories":[{"name":"medical","label":"Medical","colour":"red"},{"name":"procedural","label":"Procedural","colour":"blue"},{"name":"other","label":"Other","colour":"teal"},{"name":"index","label":"Index","colour":"yellow"}],"unsortedCategory":"other","documentTypes":[{"name":"noticeOfDisagreement","label":"Notice of disagreement","category":"procedural"},{"name":"statementOfTheCase","label":"Statement of the case","category":"procedural"},{"name":"ratingDecision","label":"Rating decision","category":"procedural"},{"name":"ratingCodeSheet","label":"Rating code sheet","category":"procedural"},{"name":"dischargeCertificate","label":"DD-214","category":"other"},{"name":"application","label":"21-526EZ application","category":"procedural"},{"name":"powerOfAttorney","label":"21-22 power of attorney","category":"procedural"},{"name":"examination","label":"C&P examination","category":"medical"},{"name":"agencyTreatmentRecord","label":"VA treatment record","category":"medical"},{"name":"privateMedicalRecord","label":"Private medical record","category":"medical"},{"name":"serviceTreatmentRecord","label":"Service treatment record","category":"medical"},{"name":"servicePersonnelRecord","label":"Service personnel record","category":"other"},{"name":"layStatement","label":"Lay statement","category":"other"},{"name":"brief","label":"Brief","category":"procedural"},{"name":"hearingTranscript","label":"Hearing transcript","category":"procedural"},{"name":"hearingRecording","label":"Hearing recording","category":"procedural"},{"name":"motion","label":"Motion","category":"procedural"},{"name":"withdrawal","label":"Withdrawal","category":"procedural"},{"name":"deathCertificate","label":"Death certificate","category":"other"},{"name":"courtMandate","label":"Court mandate","category":"procedural"},{"name":"courtOrder","label":"Court order","category":"procedural"},{"name":"recordsRequest","label":"Request for records","category":"other"},{"name":"returnedMail","label":"Returned mail","category":"other"},{"name":"correspondence","label":"Correspondence","category":"procedural"},{"name":"decision","label":"Decision","category":"procedural"},{"name":"fileIndex","label":"Index of the file","category":"index"}],"mailTypes":[{"name":"changeOfAddress","label":"Change of address","taskType":"changeOfAddress","routes":[{"when":"sessionPending","team":"hearings"},{"team":"caseSupport"}],"blocksDistribution":false,"allowedOnClosed":false,"documentTypes":[]},{"name":"motionToAdvance","label":"Motion to advance on docket","taskType":"motionToAdvance","routes":[{"team":"expedite"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":[]},{"name":"withdrawal","label":"Withdrawal of appeal","taskType":"withdrawal","routes":[{"team":"intakeReview"}],"blocksDistribution":false,"allowedOnClosed":false,"documentTypes":["withdrawal"],"asksScope":{"issues":"withdrawn"}},{"name":"courtCorrespondence","label":"Court correspondence","taskType":"courtCorrespondence","routes":[{"team":"courtRemandSupport"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":["courtOrder","courtMandate"]},{"name":"clearError","label":"Clear-error related","taskType":"clearError","routes":[{"team":"litigation"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":[]},{"name":"congressionalInterest","label":"Congressional interest","taskType":"congressionalInterest","routes":[{"team":"litigation"}],"blocksDistribution":true,"allowedOnClosed":true,"documentTypes":[]},{"name":"controlledCorrespondence","label":"Controlled correspondence","taskType":"controlledCorrespondence","routes":[{"team":"litigation"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":[]},{"name":"deathCertificate","label":"Death certificate","taskType":"deathCertificate","routes":[{"team":"caseSupport"}],"blocksDistribution":false,"allowedOnClosed":false,"documentTypes":["deathCertificate"]},{"name":"docketSwitch","label":"Docket switch","taskType":"docketSwitch","routes":[{"team":"clerk"}],"blocksDistribution":true,"allowedOnClosed":false,"documentTypes":[]},{"name":"evidenceOrArgument","label":"Evidence or argument","taskType":"evidenceOrArgument","routes":[{"when":"dispatched","team":"caseSupport"},{"team":"mailIntake"}],"blocksDistribution":false,"allowedOnClosed":false,"documentTypes":["brief","layStatement","privateMedicalRecord"],"judgedBy":"evidenceWindow"},{"name":"extensionRequest","label":"Extension request","taskType":"extensionRequest","routes":[{"team":"caseSupport"}],"blocksDistribution":true,"allowedOnClosed":false,"documentTypes":[]},{"name":"freedomOfInformation","label":"Freedom-of-information request","taskType":"freedomOfInformation","routes":[{"team":"privacy"}],"blocksDistribution":true,"allowedOnClosed":true,"documentTypes":[]},{"name":"hearingRelated","label":"Hearing related","taskType":"hearingRelated","routes":[{"when":"sessionPending","team":"hearings"},{"team":"caseSupport"}],"blocksDistribution":true,"allowedOnClosed":false,"documentTypes":[]},{"name":"hearingPostponement","label":"Hearing postponement request","taskType":"hearingPostponement","routes":[{"when":"sessionPending","team":"hearings"},{"team":"hearings"}],"blocksDistribution":false,"allowedOnClosed":false,"documentTypes":[]},{"name":"hearingWithdrawal","label":"Hearing withdrawal request","taskType":"hearingWithdrawal","routes":[{"when":"sessionPending","team":"hearings"},{"team":"hearings"}],"blocksDistribution":false,"allowedOnClosed":false,"documentTypes":[]},{"name":"motionForReconsideration","label":"Motion for reconsideration","taskType":"motionForReconsideration","routes":[{"team":"litigation"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":[]},{"name":"motionToVacate","label":"Motion to vacate","taskType":"motionToVacate","routes":[{"team":"litigation"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":[]},{"name":"otherMotion","label":"Other motion","taskType":"otherMotion","routes":[{"team":"litigation"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":["motion"]},{"name":"representationChange","label":"Representation change (power of attorney)","taskType":"representationChange","routes":[{"when":"sessionPending","team":"hearings"},{"team":"caseSupport"}],"blocksDistribution":true,"allowedOnClosed":false,"documentTypes":["powerOfAttorney"]},{"name":"privacyActRequest","label":"Privacy Act request","taskType":"privacyActRequest","routes":[{"team":"privacy"}],"blocksDistribution":true,"allowedOnClosed":true,"documentTypes":["recordsRequest"]},{"name":"privacyComplaint","label":"Privacy complaint","taskType":"privacyComplaint","routes":[{"team":"privacy"}],"blocksDistribution":true,"allowedOnClosed":true,"documentTypes":[]},{"name":"returnedMail","label":"Returned or undeliverable","taskType":"returnedMail","routes":[{"when":"caseClosed","team":"dispatch"},{"when":"sessionPending","team":"hearings"},{"toLastAssignee":true,"team":"caseSupport"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":["returnedMail"]},{"name":"statusInquiry","label":"Status inquiry","taskType":"statusInquiry","routes":[{"team":"litigation"}],"blocksDistribution":false,"allowedOnClosed":true,"documentTypes":[]}],"unmatchedMailTeam":"mailIntake","letters":[{"name":"preDocketing","label":"Pre-docketing","subject":"We have received your appeal","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe received your appeal on {{ case.receiptDate }}. Before we can place it on the docket, we need information from the office that made the decision.\n\nYou need not do anything now. We will write to you when your appeal is on the docket, or if we need something from you.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}"},{"name":"ineligible","label":"Ineligible","subject":"Your appeal cannot be taken up","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe received your appeal on {{ case.receiptDate }}. We cannot take it up for this reason: {{ reason }}\n\nIf you believe that this is wrong, write to us and tell us why. Your representative can help you.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}"},{"name":"general","label":"General","subject":"About your appeal {{ case.docketNumber }}","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe write about your appeal with docket number {{ case.docketNumber }}. {{ reason }}\n\nPlease answer by {{ answerBy }}. If we do not hear from you by then, we will go on with what we have.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","answerWindow":"letterAnswer"},{"name":"clarification","label":"Clarification","subject":"We need to know more about your appeal","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe received your appeal on {{ case.receiptDate }}, but we cannot tell from it what you ask for. {{ reason }}\n\nPlease answer by {{ answerBy }}. If we do not hear from you by then, we will go on with what we have.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","answerWindow":"letterAnswer"},{"name":"untimely","label":"Untimely","subject":"Your appeal came too late","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe received your appeal on {{ case.receiptDate }}. An appeal must be received within one year of the date of the decision, and yours came later.\n\nIf you had a good reason for the delay, write to us and tell us what it was. Your representative can help you.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}"},{"name":"docketing","label":"Docketing","subject":"Your appeal is on the docket","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nYour appeal is on the docket. Its number is {{ case.docketNumber }}, and its docket is {{ case.docket }}. Appeals are decided in the order in which they were received, which was on {{ case.receiptDate }} for yours.\n\nThese are the issues that we will decide: {{ issues }}\n\nWe will write to you when something changes. You can ask for a faster decision if you are 75 or older, seriously ill, or in financial distress.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}"},{"name":"courtRemand","label":"After a remand by the court","subject":"The court has sent your appeal back to us","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nThe court has sent your appeal with docket number {{ case.docketNumber }} back to us, and we will decide it again. You may send more evidence and argument.\n\nWe consider what you send by {{ answerBy }}. If you do not want to send anything, write to us, and we go on at once.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","answerWindow":"courtRemandLetter"},{"name":"decisionNotice","label":"Notice of a decision","subject":"A decision on your appeal {{ case.docketNumber }}","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nThe decision on your appeal with docket number {{ case.docketNumber }} was signed on {{ decision.date }}. You receive it together with this letter or shortly after it.\n\nThe decision says what was decided on each issue and why, and what you can do if you disagree.\n\n{% if representative.name %}We have also sent it to your representative, {{ representative.name }}, who can help you.{% else %}You may have somebody help you, such as a veterans service organization or an attorney.{% endif %}\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","raisedBy":[{"event":"workProduct.released"}]},{"name":"statusOfAppeal","label":"Status of the appeal","subject":"Where your appeal {{ case.docketNumber }} stands","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe write about your appeal with docket number {{ case.docketNumber }}. Its status is: {{ case.status }}.\n\nWe will write to you when something changes. You need not do anything now.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","raisedBy":[{"event":"task.opened","tasks":["representativeArgument"]}],"suppressWhen":["recipientDeceased","optedOut","caseClosed"]},{"name":"hearingNotice","label":"Notice of a hearing","subject":"Your hearing on {{ session.date }}","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nYour hearing in the appeal with docket number {{ case.docketNumber }} is on {{ session.date }} at {{ session.time }} ({{ session.zone }}).\n\n{% if session.kind == \"inPerson\" %}{% if session.place %}It is held at this place: {{ session.place }}.{% else %}We will tell you where it is held.{% endif %}{% else %}You need not travel: it is held by video or telephone. Call us or write to us, and we tell you how to join.{% endif %}\n\nIf you cannot come, write to us or call us as soon as you know.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","raisedBy":[{"event":"session.scheduled"},{"event":"session.rescheduled"}],"suppressWhen":["recipientDeceased","optedOut","caseClosed","hasEmail"]},{"name":"hearingReminder","label":"Reminder of a hearing","subject":"A reminder of your hearing on {{ session.date }}","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe remind you of your hearing in the appeal with docket number {{ case.docketNumber }}: it is on {{ session.date }} at {{ session.time }} ({{ session.zone }}).\n\n{% if session.kind == \"inPerson\" %}{% if session.place %}It is held at this place: {{ session.place }}.{% else %}We will tell you where it is held.{% endif %}{% else %}You need not travel: it is held by video or telephone. Call us or write to us, and we tell you how to join.{% endif %}\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","raisedBy":[{"event":"session.reminderDue"}],"suppressWhen":["recipientDeceased","optedOut","caseClosed","hasEmail"]},{"name":"argumentReminder","label":"Reminder of a deadline","subject":"A deadline in the appeal {{ case.docketNumber }}","body":"{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\nWe remind you of a deadline in the appeal of {{ claimant.name }} with docket number {{ case.docketNumber }}: we expect your argument by {{ task.deadline }}.\n\nIf we do not hear from you by then, we will go on with what we have.\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}","raisedBy":[{"event":"task.deadlineApproaching","tasks":["representativeArgument"]}],"recipients":["representatives"],"suppressWhen":["recipientDeceased","optedOut","caseClosed"]}],"letterhead":{"name":"Veterans' benefits appeals","lines":["Office of the Clerk","400 Capitol Street, Springfield"],"footer":"Please give the docket number whenever you write to us."},"boilerplate":[{"version":1,"issueTypes":[],"dispositions":[],"name":"introduction","label":"Introduction","place":"opening","body":"This matter is before the board on appeal by {{ claimant.name }}, docket number {{ case.docketNumber }}, received on {{ case.receiptDate }}."},{"version":1,"issueTypes":[],"dispositions":[],"name":"advanced","label":"Advanced on the docket","place":"opening","body":"This appeal has been advanced on the board's docket.","source":"38 U.S.C. § 7107(b); 38 C.F.R. § 20.902(c)"},{"version":1,"issueTypes":[],"dispositions":[],"name":"benefitOfTheDoubt","label":"Benefit of the doubt","place":"issue","body":"When there is an approximate balance of positive and negative evidence regarding any issue material to the determination, the claimant is given the benefit of the doubt.","source":"38 U.S.C. § 5107(b); 38 C.F.R. § 3.102"},{"version":1,"issueTypes":["serviceConnection"],"dispositions":[],"name":"serviceConnectionLaw","label":"Service connection: the law","place":"issue","body":"Service connection may be established for a disability resulting from disease or injury incurred in or aggravated by active service. It requires evidence of a current disability, of an incurrence or aggravation in service, and of a causal relationship between the two.","source":"38 U.S.C. §§ 1110, 1131; 38 C.F.R. § 3.303"},{"version":1,"issueTypes":["initialRating","increasedRating"],"dispositions":[],"name":"ratingLaw","label":"Ratings: the law","place":"issue","body":"Disability ratings are determined by applying the criteria of the rating schedule, which is based on the average impairment of earning capacity. Where two ratings could be applied, the higher is assigned if the disability picture more nearly approximates its criteria.","source":"38 U.S.C. § 1155; 38 C.F.R. §§ 4.1, 4.7"},{"version":1,"issueTypes":["effectiveDate"],"dispositions":[],"name":"effectiveDateLaw","label":"Effective dates: the law","place":"issue","body":"The effective date of an award is the date on which the claim was received or the date on which entitlement arose, whichever is later, unless the law provides otherwise.","source":"38 U.S.C. § 5110(a); 38 C.F.R. § 3.400"},{"version":1,"issueTypes":[],"dispositions":[],"name":"hearing","label":"Hearing before the board","place":"opening","fields":[{"name":"heldOn","label":"Date of the hearing","type":"date","isRequired":true},{"name":"manner","label":"Manner of the hearing","type":"choice","isRequired":true,"choices":[{"name":"virtual","label":"by videoconference from home"},{"name":"videoconference","label":"by videoconference from a regional office"},{"name":"inPerson","label":"in person"}]},{"name":"witness","label":"Another witness","type":"person"},{"name":"isWaived","label":"Was a right waived at the hearing?","type":"yesNo"},{"name":"waived","label":"What was waived","type":"text"}],"blocks":[{"text":"{{ claimant.name }} testified at a hearing before a member of the board, {{ fields.manner }}, on {{ fields.heldOn }}. A transcript of the hearing is of record."},{"when":"has(fields.witness)","text":"{{ fields.witness }} testified as well."},{"when":"has(fields.isWaived) && fields.isWaived","text":"On the record of the hearing, the following was waived: {{ fields.waived }}"},{"when":"claimant.isRepresented","text":"At the hearing the appellant was represented by {{ representative.name }}."}],"source":"38 U.S.C. § 7107; 38 C.F.R. §§ 20.700, 20.704"},{"version":1,"issueTypes":["initialRating","increasedRating"],"dispositions":["allowed"],"name":"ratingAllowed","label":"Order: rating allowed","place":"issue","fields":[{"name":"rating","label":"Rating in percent","type":"number","isRequired":true},{"name":"disability","label":"Disability","type":"text","isRequired":true,"default":"issue.title"},{"name":"from","label":"From","type":"date"}],"blocks":[{"when":"fields.rating < 100 && !has(fields.from)","text":"A rating of {{ fields.rating }} percent, but no higher, for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits."},{"when":"fields.rating < 100 && has(fields.from)","text":"From {{ fields.from }}, a rating of {{ fields.rating }} percent, but no higher, for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits."},{"when":"fields.rating >= 100 && !has(fields.from)","text":"A rating of 100 percent for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits."},{"when":"fields.rating >= 100 && has(fields.from)","text":"From {{ fields.from }}, a rating of 100 percent for {{ fields.disability }} is granted, subject to the laws and regulations governing the payment of monetary benefits."}],"source":"38 U.S.C. § 1155; 38 C.F.R. § 4.7"},{"version":1,"issueTypes":["effectiveDate"],"dispositions":["allowed"],"name":"effectiveDateAllowed","label":"Order: earlier effective date","place":"issue","fields":[{"name":"from","label":"Effective date","type":"date","isRequired":true},{"name":"award","label":"What is awarded","type":"text","isRequired":true}],"blocks":[{"text":"An effective date of {{ fields.from }}, but no earlier, for {{ fields.award }} is granted, subject to the laws and regulations governing the payment of monetary benefits."}],"source":"38 U.S.C. § 5110; 38 C.F.R. § 3.400"},{"version":1,"issueTypes":["overpayment"],"dispositions":[],"name":"overpaymentDebt","label":"Overpayment: the debt","place":"issue","fields":[{"name":"debt","label":"Amount of the debt","type":"money","isRequired":true},{"name":"waived","label":"Amount that is waived","type":"money"}],"blocks":[{"text":"The overpayment was calculated in the amount of {{ fields.debt }}."},{"when":"has(fields.waived) && fields.waived >= fields.debt","text":"Recovery of the whole overpayment is waived."},{"when":"has(fields.waived) && fields.waived < fields.debt","text":"Recovery of {{ fields.waived }} of it is waived."}],"source":"38 U.S.C. § 5302; 38 C.F.R. §§ 1.963, 1.965"},{"version":2,"issueTypes":[],"dispositions":["remanded"],"name":"remandOrder","label":"Remand: introduction","place":"issue","blocks":[{"text":"The board regrets the delay, but the evidence is not sufficient to decide the issue, and a duty to assist remains to be met."},{"when":"issue.reasons.exists(r, r in ['agencyRecords', 'privateRecords', 'servicePersonnelRecords', 'serviceTreatmentRecords', 'otherGovernmentRecords'])","text":"Records that may bear on the issue are not in the file. The agency must make reasonable efforts to obtain them."},{"when":"issue.reasons.exists(r, r in ['examinationNeeded', 'noExamination', 'opinionNeeded', 'noOpinion'])","text":"A medical examination or opinion is necessary to decide the claim, and there is none."},{"when":"issue.reasons.exists(r, r in ['inadequateExamination', 'inadequateOpinion'])","text":"Once an examination is provided, it must be adequate. The one of record does not enable the board to make a fully informed decision."},{"when":"'inextricablyIntertwined' in issue.reasons","text":"The issue is inextricably intertwined with another that is remanded, and a decision on it now would be premature."},{"when":"issue.instructions > 0","text":"The issue is remanded for the following action:"},{"when":"issue.instructions == 0","text":"The issue is remanded."}],"source":"38 U.S.C. § 5103A; 38 C.F.R. § 20.802"},{"version":1,"issueTypes":[],"dispositions":["withdrawn"],"name":"withdrawnIssue","label":"Withdrawn issue","place":"issue","body":"The issue was withdrawn in writing before the board had decided it. No allegation of error of fact or law remains, and the board has no power to decide it.","source":"38 U.S.C. § 7105; 38 C.F.R. § 20.205"},{"version":1,"issueTypes":[],"dispositions":["dismissedDeath"],"name":"dismissalByDeath","label":"Dismissal because of death","place":"issue","offeredWhen":"claimant.hasDied","body":"The claimant died while the appeal was pending. As a matter of law, a claimant's appeal does not survive death, and it is dismissed. The dismissal does not affect the right of an eligible person to be substituted within one year of the death.","source":"38 U.S.C. §§ 5121A, 7104(a); 38 C.F.R. § 20.1302"},{"version":1,"issueTypes":[],"dispositions":[],"name":"order","label":"Order","place":"closing","body":"ORDER"},{"version":2,"issueTypes":[],"dispositions":[],"name":"appealRights","label":"Rights after this decision","place":"closing","blocks":[{"when":"issues.exists(i, i.disposition in ['allowed', 'denied', 'dismissedMatterOfLaw'])","text":"If you disagree with this decision, you may appeal it to the court within 120 days of the day on which it was mailed, ask the board to reconsider it, ask the board to vacate it, or file a supplemental claim with new and relevant evidence."},{"when":"issues.exists(i, i.disposition == 'remanded')","text":"What is remanded is not decided yet, and cannot be appealed to the court. The agency will issue a new decision on it."},{"when":"claimant.isRepresented","text":"A copy of this decision is sent to your representative, {{ representative.name }}."}],"mayBeEmpty":true,"source":"38 U.S.C. §§ 7103, 7266"}],"notifications":[{"name":"caseDocketed","label":"Case docketed","on":{"event":"case.docketed"},"recipients":["claimant","representative"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Your appeal is on the docket","body":"Your appeal {{ case.docketNumber }} is on the docket: {{ case.docket }}."},{"name":"taskAssigned","label":"Task assigned to me","on":{"event":"task.assigned"},"recipients":["assignee"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"{{ task.label }}: {{ case.docketNumber }}","body":"You have been given the task \"{{ task.label }}\" on {{ case.docketNumber }}.\n\n{{ link }}"},{"name":"taskOpened","label":"Task opened for me","on":{"event":"task.opened"},"recipients":["assignee"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"{{ task.label }}: {{ case.docketNumber }}","body":"You have been given the task \"{{ task.label }}\" on {{ case.docketNumber }}.\n\n{{ link }}"},{"name":"mentioned","label":"Comment that names me","on":{"event":"workProduct.commented"},"recipients":["mentioned"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"You are named in a comment on {{ case.docketNumber }}","body":"A comment on the draft for {{ case.docketNumber }} names you.\n\n{{ link }}"},{"name":"commentAnswered","label":"Reply in a thread of mine","on":{"event":"workProduct.commented"},"recipients":["thread"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"A reply to your comment on {{ case.docketNumber }}","body":"There is a reply to a comment of yours on the draft for {{ case.docketNumber }}.\n\n{{ link }}"},{"name":"draftCommented","label":"Comment on a draft I wrote","on":{"event":"workProduct.commented"},"recipients":["author"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"A comment on your draft for {{ case.docketNumber }}","body":"There is a comment on your draft for {{ case.docketNumber }}.\n\n{{ link }}"},{"name":"changeProposed","label":"Proposal for a draft of mine","on":{"event":"workProduct.proposed"},"recipients":["author","writer"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"A change is proposed for your draft for {{ case.docketNumber }}","body":"There is a proposal to change your draft for {{ case.docketNumber }}.\n\n{{ link }}"},{"name":"proposalAccepted","label":"Proposal of mine accepted","on":{"event":"workProduct.proposalAccepted"},"recipients":["proposer"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"Your proposal for {{ case.docketNumber }} was accepted","body":"What you proposed for the draft for {{ case.docketNumber }} is in the text.\n\n{{ link }}"},{"name":"proposalRejected","label":"Proposal of mine rejected","on":{"event":"workProduct.proposalRejected"},"recipients":["proposer"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"Your proposal for {{ case.docketNumber }} was rejected","body":"What you proposed for the draft for {{ case.docketNumber }} was rejected.\n\n{{ link }}"},{"name":"draftReturned","label":"Draft of mine returned","on":{"event":"workProduct.returned"},"recipients":["author","writer"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"Your draft for {{ case.docketNumber }} was returned","body":"The draft for {{ case.docketNumber }} was returned to be changed.\n\n{{ link }}"},{"name":"draftReadyForReview","label":"Draft ready for review","on":{"event":"workProduct.submitted"},"recipients":["reviewer"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"A draft for {{ case.docketNumber }} is ready for your review","body":"The draft for {{ case.docketNumber }} is ready for your review.\n\n{{ link }}"},{"name":"sessionScheduled","label":"Session scheduled","on":{"event":"session.scheduled"},"recipients":["participants"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Your hearing on {{ session.date }}","body":"Your hearing is on {{ session.date }} at {{ session.time }} ({{ session.zone }}){% if session.place != \"\" %}: {{ session.place }}{% endif %}.{% if session.link != \"\" %}\n\nJoin it here: {{ session.link }}{% endif %}"},{"name":"sessionRescheduled","label":"Session moved","on":{"event":"session.rescheduled"},"recipients":["participants"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Your hearing is now on {{ session.date }}","body":"Your hearing is on {{ session.date }} at {{ session.time }} ({{ session.zone }}){% if session.place != \"\" %}: {{ session.place }}{% endif %}.{% if session.link != \"\" %}\n\nJoin it here: {{ session.link }}{% endif %}"},{"name":"sessionReminder","label":"Reminder of a session","on":{"event":"session.reminderDue"},"recipients":["participants"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Reminder: your hearing on {{ session.date }}","body":"Your hearing is on {{ session.date }} at {{ session.time }} ({{ session.zone }}){% if session.place != \"\" %}: {{ session.place }}{% endif %}.{% if session.link != \"\" %}\n\nJoin it here: {{ session.link }}{% endif %}"},{"name":"sessionPostponed","label":"Session postponed","on":{"event":"session.postponed"},"recipients":["participants"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Your hearing is postponed","body":"Your hearing{% if session.date != \"\" %} on {{ session.date }}{% endif %} is postponed. We will write to you when there is a new date."},{"name":"sessionWithdrawn","label":"Session withdrawn","on":{"event":"session.withdrawn"},"recipients":["participants"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Your hearing is withdrawn","body":"Your hearing is withdrawn, as was asked for. You may still send evidence."},{"name":"evidenceAfterDrafting","label":"New evidence after drafting began","on":{"event":"document.filed"},"recipients":["author","reviewer"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"New evidence on {{ case.docketNumber }}","body":"\"{{ document.name }}\" has come in on {{ case.docketNumber }} since drafting began.\n\n{{ link }}"},{"name":"deadlineApproaching","label":"Deadline approaching","on":{"event":"task.deadlineApproaching"},"recipients":["assignee"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient","optedOut"],"subject":"{{ task.label }} is due on {{ task.deadline }}","body":"The task \"{{ task.label }}\" on {{ case.docketNumber }} is due on {{ task.deadline }}.\n\n{{ link }}"},{"name":"decisionMailed","label":"Decision mailed","on":{"event":"delivery.receipted"},"recipients":["addressee"],"channels":["email","text"],"suppressWhen":["recipientDeceased","optedOut"],"subject":"The decision on your appeal","body":"The decision on your appeal {{ case.docketNumber }} was mailed to you. It is dated {{ decision.date }}."},{"name":"privacyRequestPending","label":"Privacy request pending","on":{"event":"task.opened","tasks":["privacyActRequest","freedomOfInformation"]},"recipients":["claimant","representative"],"channels":["email","text"],"suppressWhen":["recipientDeceased","optedOut"],"subject":"We have received your request for records","body":"We have received your request for records of the appeal {{ case.docketNumber }}, and are working on it."},{"name":"privacyRequestComplete","label":"Privacy request complete","on":{"event":"task.completed","tasks":["privacyActRequest","freedomOfInformation"]},"recipients":["claimant","representative"],"channels":["email","text"],"suppressWhen":["recipientDeceased","optedOut"],"subject":"Your request for records is complete","body":"Your request for records of the appeal {{ case.docketNumber }} is complete."},{"name":"argumentComplete","label":"Representative's argument complete","on":{"event":"task.completed","tasks":["representativeArgument"]},"recipients":["claimant","representative"],"channels":["email","text"],"suppressWhen":["recipientDeceased","caseClosed","optedOut"],"subject":"Your representative's argument is complete","body":"Your representative has completed the argument on your appeal {{ case.docketNumber }}."},{"name":"deathNotice","label":"Death notice","on":{"event":"party.died"},"recipients":["assignee","representative"],"channels":["inApp","email"],"suppressWhen":["causedByRecipient"],"subject":"A death notice on {{ case.docketNumber }}","body":"We have been told that {{ party.name }} ({{ party.role }}) has died. Case {{ case.docketNumber }}."}],"notificationTimes":{"timeZone":"America/New_York","quietHours":{"from":"21:00","to":"07:00","channels":["text","push"]},"digest":{"at":"07:00","subject":"{{ count }} notifications from {{ profile.label }}","body":"{{ items }}\n\n{{ link }}"}}}

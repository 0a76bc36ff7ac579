import { createHash } from 'node:crypto'
import type { conferencing } from '../../ports/conferencing.ts'
import { type CallName, type InputOf, type OutputOf, PortError } from '../../ports/kit.ts'
import type { Behaviours, OtherSide } from './memory.ts'

type Port = typeof conferencing
type Calls = {
  [Name in CallName<Port>]: (
    input: InputOf<Port, Name>,
    side: OtherSide,
    breaks: string | undefined,
  ) => OutputOf<Port, Name>
}

const sound = 'OggS'
const recordings = ['a-1', 'recording_1']

const calls: Calls = {
  create: ({ sessionId }, side, breaks) => {
    side.known.set('last', 'create')
    side.lines.push(`created ${sessionId}`)
    const made = count(side, `orders of ${sessionId}`)
    const handle = `conference-${sessionId}-${breaks === 'madeAnew' ? 1 : made}`
    side.known.delete(`cancelled ${handle}`)
    side.known.delete(`shut ${handle}`)
    // Whoever opens the session again opens what it had before.
    const before = `conference-${sessionId}-${made - 1}`
    if (breaks === 'oldLinks') side.known.delete(`shut ${before}`)
    if (breaks === 'letsIn') side.known.set(`shut ${before}`, true)
    side.known.set(`made ${handle}`, made)
    return linksOf(handle, side, breaks)
  },
  update: ({ handle }, side, breaks) => {
    side.known.set('last', 'update')
    if (breaks === 'movedAfterCancel') side.known.delete(`cancelled ${handle}`)
    if (side.known.has(`cancelled ${handle}`)) throw new PortError('gone', 'The conference was cancelled.')
    side.lines.push(`updated ${handle}`)
    if (breaks !== 'moved') return linksOf(handle, side, breaks)
    side.known.set(`made ${handle}-moved`, 1)
    return linksOf(`${handle}-moved`, side, breaks)
  },
  detail: ({ handle, participant }, side, breaks) => {
    // It notices that something was cancelled when something else happens.
    const isBlind = breaks === 'gone' && side.known.get('last') === 'cancel'
    if (side.known.has(`cancelled ${handle}`) && !isBlind)
      throw new PortError('gone', 'The conference was cancelled.')
    if (!side.known.has(`made ${handle}`) && breaks !== 'unknown')
      throw new PortError('refused', 'There is no such conference.')
    return linksOf(handle, side, breaks, breaks === 'personal' ? undefined : participant?.name)
  },
  cancel: ({ handle }, side, breaks) => {
    side.known.set('last', 'cancel')
    if (side.known.has(`cancelled ${handle}`) && breaks !== 'cancelledOnce') return {}
    side.known.set(`cancelled ${handle}`, true)
    // Until then in its own books alone.
    if (breaks !== 'letsIn') side.known.set(`shut ${handle}`, true)
    side.lines.push(`cancelled ${handle}`)
    return {}
  },
  collect: (_, side, breaks) => ({
    artifacts: [
      {
        artifactId: breaks === 'collected' ? `a-${count(side, 'lists')}` : 'a-1',
        kind: 'recording' as const,
        name: 'Hearing',
        mediaType: 'audio/ogg',
        size: sound.length,
        sha256: createHash('sha256')
          .update(breaks === 'artifactBytes' ? 'another' : sound)
          .digest('hex'),
      },
    ],
  }),
  fetchArtifact: ({ artifactId }, _side, breaks) => {
    const isListed = breaks === 'collected' && artifactId.startsWith('a-')
    const isThere = recordings.includes(artifactId) && !(breaks === 'readyIsThere' && artifactId !== 'a-1')
    if (!isListed && !isThere && breaks !== 'noArtifact')
      throw new PortError('gone', 'There is no such recording.')
    return bytes(sound)
  },
}

/** A conferencing service in memory. */
export const conferences: Behaviours = {
  calls,
  samples: { fetchArtifact: { handle: 'conference-1', artifactId: 'a-1' } },
  more: {
    unread: 'cancel',
    again(call, answer, side, breaks) {
      side.known.set('last', call)
      const { handle } = answer as { handle: string }
      if (breaks === 'lateOrder') side.known.delete(`cancelled ${handle}`)
      if (breaks !== 'sameHandle' || (call !== 'create' && call !== 'update')) return answer
      side.known.set(`made ${handle}-again`, 1)
      return linksOf(`${handle}-again`, side, breaks)
    },
    told(name, fact, breaks) {
      if (breaks === 'facts') return { ...(fact as object), mood: 'cheerful' }
      const isAnother = name === 'participantLeft' && breaks === 'cameAndWent'
      return isAnother ? { ...(fact as object), participant: { name: 'Nils Lindqvist' } } : fact
    },
    admits(url, side) {
      const [place = '', order = ''] = new URL(url).pathname.slice(1).split('~')
      const handle = (side.known.get(`at ${place}`) as string | undefined) ?? place
      return String(side.known.get(`made ${handle}`)) === order && !side.known.has(`shut ${handle}`)
    },
  },
}

/** A link is for a conference as it was made last. */
function linksOf(handle: string, side: OtherSide, breaks: string | undefined, name = '') {
  const order = String(side.known.get(`made ${handle}`))
  const place = breaks === 'sessionsApart' ? `room-${order}` : handle
  side.known.set(`at ${place}`, handle)
  const url = `https://meet.example/${place}~${order}`
  const as = encodeURIComponent(name)
  return {
    handle,
    hostUrl: `${url}?${breaks === 'roles' ? 'as' : 'host'}=${as}`,
    participantUrl: `${url}?as=${as}`,
  }
}

function count(side: OtherSide, what: string): number {
  const next = ((side.known.get(what) as number | undefined) ?? 0) + 1
  side.known.set(what, next)
  return next
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

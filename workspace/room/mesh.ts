import type { RoomEvent, RoomPerson } from './use-room.ts'

type Signal = {
  /** Which connection it is about: of one that was given up nothing is heard any more. */
  of?: string
  description?: RTCSessionDescriptionInit
  candidate?: RTCIceCandidateInit
}
type Peer = { of: string; connection: RTCPeerConnection; since: number }

/** A connection that is not there by then is made anew. */
const patienceMs = 15_000

/**
 * A connection to everybody else who is here. Of two, the one whose id comes first offers; what both say is carried by the
 * room ("perfect negotiation").
 */
export function openMesh({
  you,
  stream,
  iceServers,
  signal,
  onVoice,
}: {
  you: string
  stream: MediaStream
  iceServers: RTCIceServer[]
  signal: (to: string, data: Signal) => Promise<unknown>
  onVoice: (personId: string, stream: MediaStream | undefined) => void
}) {
  const peers = new Map<string, Peer>()
  let own = stream

  const makePeer = (id: string, of: string): Peer => {
    const connection = new RTCPeerConnection({ iceServers })
    const peer = { of, connection, since: performance.now() }
    peers.set(id, peer)
    for (const track of own.getTracks()) connection.addTrack(track, own)
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) void signal(id, { of, candidate: candidate.toJSON() }).catch(() => {})
    }
    connection.ontrack = ({ streams }) => onVoice(id, streams[0])
    connection.onnegotiationneeded = async () => {
      if (you > id) return
      try {
        await connection.setLocalDescription()
        if (connection.localDescription)
          await signal(id, { of, description: connection.localDescription.toJSON() })
      } catch {
        if (peers.get(id) === peer) drop(id)
      }
    }
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === 'connected') peer.since = Number.POSITIVE_INFINITY
      else if (peer.since === Number.POSITIVE_INFINITY) peer.since = performance.now()
      if (connection.connectionState === 'failed') connection.restartIce()
    }
    return peer
  }

  const drop = (id: string) => {
    peers.get(id)?.connection.close()
    peers.delete(id)
    onVoice(id, undefined)
  }

  return {
    follow(people: readonly RoomPerson[]) {
      const here = people.filter(({ id, status }) => id !== you && status === 'here').map(({ id }) => id)
      for (const [id, { since }] of peers) {
        const isStuck = you < id && performance.now() - since > patienceMs
        if (isStuck || !here.includes(id)) drop(id)
      }
      for (const id of here) if (you < id && !peers.has(id)) makePeer(id, crypto.randomUUID())
    },
    async hear({ type, from, data }: RoomEvent) {
      if (type === 'joined' && from !== undefined && from !== you) drop(from)
      if (type !== 'signal' || from === undefined) return
      const { of = '', description, candidate } = data as Signal
      const known = peers.get(from)
      const isOffer = description?.type === 'offer'
      if (known?.of !== of) {
        if (!isOffer) return
        drop(from)
      }
      const { connection } = peers.get(from) ?? makePeer(from, of)
      if (description) {
        await connection.setRemoteDescription(description)
        if (!isOffer) return
        await connection.setLocalDescription()
        if (connection.localDescription)
          await signal(from, { of, description: connection.localDescription.toJSON() })
      } else if (candidate) await connection.addIceCandidate(candidate).catch(() => {})
    },
    /** By another microphone. */
    async speak(by: MediaStream) {
      own = by
      const [track = null] = by.getAudioTracks()
      const senders = [...peers.values()].flatMap(({ connection }) => connection.getSenders())
      await Promise.all(senders.map((sender) => sender.replaceTrack(track)))
    },
    close() {
      for (const id of [...peers.keys()]) drop(id)
    },
  }
}

export type Mesh = ReturnType<typeof openMesh>

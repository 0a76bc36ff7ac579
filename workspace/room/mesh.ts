import type { RoomEvent, RoomPerson } from './use-room.ts'

type Signal = { description?: RTCSessionDescriptionInit; candidate?: RTCIceCandidateInit }

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
  const peers = new Map<string, { connection: RTCPeerConnection; isOffering: boolean }>()

  const peerOf = (id: string) => {
    const known = peers.get(id)
    if (known) return known
    const connection = new RTCPeerConnection({ iceServers })
    const peer = { connection, isOffering: false }
    peers.set(id, peer)
    for (const track of stream.getTracks()) connection.addTrack(track, stream)
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) void signal(id, { candidate: candidate.toJSON() }).catch(() => {})
    }
    connection.ontrack = ({ streams }) => onVoice(id, streams[0])
    connection.onnegotiationneeded = async () => {
      if (you > id) return
      peer.isOffering = true
      try {
        await connection.setLocalDescription()
        if (connection.localDescription)
          await signal(id, { description: connection.localDescription.toJSON() })
      } catch {
        drop(id)
      } finally {
        peer.isOffering = false
      }
    }
    connection.onconnectionstatechange = () => {
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
      for (const id of peers.keys()) if (!here.includes(id)) drop(id)
      for (const id of here) if (you < id) peerOf(id)
    },
    async hear({ type, from, data }: RoomEvent) {
      if (type === 'joined' && from !== undefined && from !== you) drop(from)
      if (type !== 'signal' || from === undefined) return
      const { description, candidate } = data as Signal
      const { connection } = peerOf(from)
      if (description) {
        await connection.setRemoteDescription(description)
        if (description.type !== 'offer') return
        await connection.setLocalDescription()
        if (connection.localDescription)
          await signal(from, { description: connection.localDescription.toJSON() })
      } else if (candidate) await connection.addIceCandidate(candidate).catch(() => {})
    },
    close() {
      for (const id of [...peers.keys()]) drop(id)
    },
  }
}

export type Mesh = ReturnType<typeof openMesh>

import { useConnection } from '../data/connection.ts'
import { useIsFollowed } from '../data/followed.ts'
import { words } from '../words/frame.ts'

/** Whether the screen is updated live, periodically, or not at all. */
export function LiveLight() {
  const { isReachable } = useConnection()
  const isFollowed = useIsFollowed()
  const state = isReachable ? (isFollowed ? 'live' : 'periodic') : 'offline'
  return (
    <span className={`live-light ${state}`} role="status" title={words.liveTitle[state]}>
      <i aria-hidden="true" />
      {words.live[state]}
    </span>
  )
}

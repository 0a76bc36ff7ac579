import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isFollowed } from './followed.ts'
import { keepFollowing } from './keep-following.ts'
import { keys } from './keys.ts'
import { pageSeen } from './page-first.ts'
import { forgetRecent } from './recent.ts'
import { portico, useMay } from './session.ts'
import { forgetUnseen } from './withdrawn.ts'

type Message =
  | { isFollowed: boolean }
  | { presence: string[] }
  | 'changed'
  | 'withdrawn'
  | 'alerted'
  | 'who follows?'

const channelName = 'portico.changes'

/**
 * Renews lists when a case that is in them may have changed. Of all tabs one has the stream open and tells the others: a
 * browser allows few connections at a time.
 */
export default function LiveLists() {
  const client = useQueryClient()
  const mayFollow = useMay('readTasks')
  useEffect(() => {
    // Whoever may not, such as a representative, looks again from time to time.
    if (!mayFollow) return
    const stop = new AbortController()
    const tabs = new BroadcastChannel(channelName)
    const renew = () => {
      for (const queryKey of [keys.tasks, keys.queues, keys.cases, keys.mail, keys.sessions])
        void client.invalidateQueries({ queryKey })
    }
    const renewAlerts = () => void client.invalidateQueries({ queryKey: keys.alerts })
    const renewPresence = (caseIds: readonly string[]) => {
      for (const caseId of caseIds) void client.invalidateQueries({ queryKey: keys.presence(caseId) })
    }
    /** What has left their sight is not named: whatever may hold it goes. */
    const withdraw = () => {
      forgetUnseen(client)
      renew()
      renewAlerts()
      void forgetRecent(({ docketNumber }) => isListed(docketNumber, stop.signal))
    }
    let isLeader = false
    const tell = (message: Message) => void (stop.signal.aborted || tabs.postMessage(message))
    const say = (state: boolean) => {
      isFollowed.set(state)
      tell({ isFollowed: state })
    }
    tabs.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'changed') renew()
      else if (data === 'withdrawn') withdraw()
      else if (data === 'alerted') renewAlerts()
      else if (data === 'who follows?') isLeader && tell({ isFollowed: isFollowed.get() })
      else if ('presence' in data) renewPresence(data.presence)
      else if (!isLeader) isFollowed.set(data.isFollowed)
    }
    tell('who follows?')

    async function follow() {
      await pageSeen()
      try {
        const { position } = await portico().cases.changes({ signal: stop.signal })
        say(true)
        renew()
        renewAlerts()
        const changes = portico().cases.watchChanges({ after: position, signal: stop.signal })
        for await (const { alerts, presence, cases, isMore } of changes) {
          if (alerts) {
            renewAlerts()
            tell('alerted')
          }
          if (presence) {
            renewPresence(presence)
            tell({ presence })
          }
          if (cases.length === 0 && !isMore) continue
          if (isMore) withdraw()
          else renew()
          tell(isMore ? 'withdrawn' : 'changed')
        }
      } finally {
        say(false)
      }
    }
    const lead = () => {
      isLeader = true
      // Whoever may follow no longer may not see all that is listed, either.
      return keepFollowing(follow, stop.signal).then((why) => why && withdraw())
    }

    const { locks } = navigator
    if (locks)
      void locks.request(channelName, { signal: stop.signal }, lead).catch(() => {
        // Another tab has had the stream all the time.
      })
    else void lead()
    return () => {
      stop.abort()
      tabs.close()
    }
  }, [client, mayFollow])
  return null
}

async function isListed(docketNumber: string, signal: AbortSignal): Promise<boolean> {
  const { cases } = await portico().cases.list({ text: docketNumber, limit: 10, signal }).page()
  return cases.some((one) => one.docketNumber === docketNumber)
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { subscriptionsQuery } from '../data/alerts.ts'
import {
  type Browser,
  canPush,
  changeBrowsers,
  ownEndpoint,
  PushDenied,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../data/push.ts'
import { Button } from '../ui/button.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/alerts.ts'

const text = words.settings
const ownKey = ['pushEndpoint']

/** Which browsers are told by push: this one, at once, and others that the person has. */
export function PushSection({
  publicKey,
  browsers,
  isUsed,
}: {
  publicKey: string
  browsers: readonly Browser[]
  /** Whether the profile sends anything by push. */
  isUsed: boolean
}) {
  const client = useQueryClient()
  const own = useQuery({ queryKey: ownKey, queryFn: ownEndpoint, staleTime: 0 }).data
  const isOn = own !== undefined && browsers.some(({ endpoint }) => endpoint === own)
  const turn = useCommand({
    async run(_, wanted: 'on' | 'off' | Browser) {
      if (wanted === 'on') {
        const known = browsers.map(({ endpoint }) => endpoint)
        const browser = await subscribeBrowser(publicKey, known)
        return changeBrowsers((all) => [...others(all, browser.endpoint), browser])
      }
      const gone = wanted === 'off' ? own : wanted.endpoint
      const answer = await changeBrowsers((all) => others(all, gone))
      if (wanted === 'off') await unsubscribeBrowser()
      return answer
    },
    problemOf: pushProblem,
    onDone: (answer) => client.setQueryData(subscriptionsQuery.queryKey, answer),
    renews: [ownKey],
  })
  const rest = browsers.filter(({ endpoint }) => endpoint !== own)
  return (
    <section aria-label={text.push}>
      <h2>{text.push}</h2>
      <p className="soft">
        {text.pushText} {isUsed ? '' : text.pushUnused}
      </p>
      {!canPush() ? (
        <p>{text.pushNone}</p>
      ) : (
        <p className="span">
          {isOn ? <span role="status">{text.pushIsOn}</span> : null}
          <Button aria-disabled={turn.isPending} onClick={() => turn.send(isOn ? 'off' : 'on')}>
            {isOn ? text.pushOff : text.pushOn}
          </Button>
        </p>
      )}
      <div className="problem" role="alert">
        {turn.problem}
      </div>
      {rest.length > 0 ? (
        <>
          <h3>{text.others}</h3>
          <ul>
            {rest.map((browser, index) => (
              <li key={browser.endpoint} className="span">
                {text.other(URL.parse(browser.endpoint)?.host ?? browser.endpoint, index + 1)}
                <Button onClick={() => turn.send(browser)}>{text.removeOther(index + 1)}</Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

const others = (all: readonly Browser[], gone: string | null | undefined): Browser[] =>
  all.filter(({ endpoint }) => endpoint !== gone)

/** What a browser says of its push service is not for people. */
function pushProblem(error: Error): string {
  if (error instanceof PushDenied) return text.pushDenied
  return 'code' in error && typeof error.code === 'string' ? error.message : text.pushFailed
}

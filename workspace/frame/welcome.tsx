import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setPreferences } from '../data/preferences.ts'
import { useMe } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/tour.ts'
import { useTitle } from './title.ts'
import './welcome.css'

/** A first-run tour in four short steps that can be skipped. */
export function Welcome() {
  const { displayName } = useMe()
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const step = words.steps[at] ?? words.steps[0]
  const isLast = at === words.steps.length - 1
  useTitle(words.title(displayName))
  const leave = () => {
    setPreferences({ hasSeenTour: true })
    void navigate({ to: '/', replace: true })
  }
  return (
    <div className="welcome">
      <h1>{words.title(displayName)}</h1>
      <section aria-live="polite">
        <p className="faint number">{words.step(at + 1, words.steps.length)}</p>
        <h2>{step?.title}</h2>
        <p>{step?.text}</p>
      </section>
      <div className="buttons">
        <Button kind="plain" onClick={leave}>
          {words.skip}
        </Button>
        <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
          {words.back}
        </Button>
        <Button kind="solid" onClick={() => (isLast ? leave() : setAt(at + 1))}>
          {isLast ? words.done : words.next}
        </Button>
      </div>
    </div>
  )
}

import { PorticoError } from '@portico/sdk'
import { KeyRound } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { faultOf, hasPasskeys, offerPasskeys, signInWithPasskey } from '../data/passkeys.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/sign-in.ts'

const text = words.passkey

/** Signs in with a passkey: by the button, or by the offer of the browser in the field for the username. */
export function PasskeyButton({
  onSignedIn,
  say,
}: {
  onSignedIn: () => void
  /** Reports a problem. The form words those that it shares with passwords. */
  say: (problem: string | PorticoError) => void
}) {
  const [isOffered, setOffered] = useState(hasPasskeys)
  const [isBusy, setBusy] = useState(false)
  const offer = useRef<AbortController>(undefined)
  // An offer lasts for as long as the form is shown.
  const latest = useRef({ onSignedIn, say })
  useLayoutEffect(() => {
    latest.current = { onSignedIn, say }
  })

  const fail = useCallback((error: PorticoError) => {
    // People sign in elsewhere.
    if (error.code === 'notFound') setOffered(false)
    else latest.current.say(error)
  }, [])

  const startOffer = useCallback(() => {
    const started = new AbortController()
    offer.current = started
    offerPasskeys({ signal: started.signal }).then(
      (isIn) => (isIn ? latest.current.onSignedIn() : undefined),
      (error) => {
        // Nobody asked for the offer: only refusals of a passkey are reported.
        if (!started.signal.aborted && isAnswer(error)) fail(error)
      },
    )
  }, [fail])

  useEffect(() => {
    if (!hasPasskeys()) return
    startOffer()
    return () => offer.current?.abort()
  }, [startOffer])

  async function choose() {
    if (isBusy) return
    offer.current?.abort()
    setBusy(true)
    latest.current.say('')
    try {
      await signInWithPasskey()
      latest.current.onSignedIn()
    } catch (error) {
      const fault = faultOf(error)
      if (fault instanceof PorticoError) fail(fault)
      else if (fault !== 'stopped') latest.current.say(fault === 'none' ? text.none : text.unfit)
      startOffer()
    } finally {
      setBusy(false)
    }
  }

  if (!isOffered) return null
  return (
    <Button aria-disabled={isBusy} onClick={() => void choose()}>
      <KeyRound /> {text.button}
    </Button>
  )
}

const isAnswer = (error: unknown): error is PorticoError =>
  error instanceof PorticoError &&
  !['network', 'timeout', 'unavailable', 'tooManyRequests'].includes(error.code)

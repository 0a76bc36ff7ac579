import { X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { words } from '../words/reading.ts'

type Action = { label: string; run: () => void }
type Message = { text: string; action?: Action | undefined }

const shownMs = 8000

/**
 * Messages about what has just happened, also for screen readers. News disappears by itself. An offer to undo stays until
 * the next one, or until it is dismissed: nobody has to be quick.
 */
export function useMessages() {
  const [news, setNews] = useState<Message>()
  const [offer, setOffer] = useState<Message>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = useCallback((text: string, action?: Action) => {
    if (action) return setOffer({ text, action })
    clearTimeout(timer.current)
    setNews({ text })
    timer.current = setTimeout(() => setNews(undefined), shownMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const line = (
    <div className="message-lines">
      <MessageLine message={news} onDismiss={() => setNews(undefined)} />
      <MessageLine message={offer} onDismiss={() => setOffer(undefined)} />
    </div>
  )
  return { say, line }
}

function MessageLine({ message, onDismiss }: { message: Message | undefined; onDismiss: () => void }) {
  const { text, action } = message ?? {}
  return (
    <div className="message-line">
      <div role="status">{text ? <span className="message">{text}</span> : null}</div>
      {action ? (
        <Button
          onClick={() => {
            action.run()
            onDismiss()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      {text ? <IconButton name={words.dismiss} icon={<X />} onClick={onDismiss} /> : null}
    </div>
  )
}

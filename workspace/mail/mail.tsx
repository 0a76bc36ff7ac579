import { useSearch } from '@tanstack/react-router'
import { useMay } from '../data/session.ts'
import { useTitle } from '../frame/title.ts'
import { State } from '../ui/states.tsx'
import { words } from '../words/mail.ts'
import { type Box, boxesOf, isLetterBox } from './boxes.ts'
import { Letters } from './letters.tsx'
import { Received } from './received.tsx'
import '../ui/facts.css'
import '../ui/views.css'
import './mail.css'

/** What came in and has to be decided, and the letters that went out. */
export function Mail() {
  const search = useSearch({ from: '/frame/mail' })
  const boxes = boxesOf({ worksMail: useMay('workMail'), sendsLetters: useMay('recordDeliveries') })
  const box: Box | undefined = boxes.find((one) => one === search.box) ?? boxes[0]
  useTitle(words.title)
  if (!box)
    return (
      <State title={words.noMail.title} level="h1">
        {words.noMail.text}
      </State>
    )
  return isLetterBox(box) ? (
    <Letters key={box} box={box} boxes={boxes} />
  ) : (
    <Received box={box} boxes={boxes} />
  )
}

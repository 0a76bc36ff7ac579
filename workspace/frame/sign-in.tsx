import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../data/session.ts'
import { words } from '../words/sign-in.ts'
import { SandboxPeople } from './sandbox-people.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useTitle } from './title.ts'

export function SignIn() {
  useTitle(words.title)
  const router = useRouter()
  const { next = '/workspace/' } = useSearch({ from: '/sign-in' })
  const { status } = useSession()
  const goOn = () => router.history.replace(next)
  // By the back button or a bookmark, although signed in.
  useEffect(() => {
    if (status === 'in') router.history.replace(next)
  }, [status, router, next])
  const card = useRef<HTMLDivElement>(null)
  // This page is for typing.
  useEffect(() => card.current?.querySelector('input')?.focus(), [])
  return (
    <main className="sign-in">
      <div className="card" ref={card}>
        <h1>{words.toPortico}</h1>
        <SignInForm onSignedIn={goOn} />
        <SandboxPeople onSignedIn={goOn} />
      </div>
    </main>
  )
}

import { signOut, useMe } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { words } from '../words/sign-in.ts'
import { SameSandboxPerson } from './sandbox-people.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Over the screen as it is: nothing that was typed is lost by a sign-in that has ended. */
export function SessionEnded() {
  const { id, username } = useMe()
  return (
    <Dialog title={words.title} canClose={false} onClose={() => {}}>
      <p className="soft">{words.ended}</p>
      <SameSandboxPerson id={id} />
      <SignInForm username={username} onSignedIn={() => {}} />
      <Button kind="plain" className="somebody-else" onClick={() => void signOut()}>
        {words.somebodyElse}
      </Button>
    </Dialog>
  )
}

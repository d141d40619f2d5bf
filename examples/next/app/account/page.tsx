import { Account } from './account';
import { Guard } from './guard';
import { Messages } from './messages';

export default function AccountPage() {
  return (
    <Guard>
      <Account />
      <Messages />
    </Guard>
  );
}

import { Guard } from './guard';
import { Messages } from './messages';

export default function Inbox() {
  return (
    <Guard>
      <h1>Inbox</h1>
      <Messages />
    </Guard>
  );
}

import { OTPInput } from 'input-otp';
import { createRoot } from 'react-dom/client';

const renderCells = ({ slots }) => (
  <div>
    {slots.map(({ char }, index) => (
      <span key={index}>{char ?? '_'}</span>
    ))}
  </div>
);

globalThis.mountPeer = box => {
  const root = createRoot(box);
  root.render(<OTPInput maxLength={6} aria-label="Code" render={renderCells} />);
  return () => root.unmount();
};
globalThis.mountPeer(document.getElementById('root'));

import firebase from 'firebase/compat/app';
import 'firebase/compat/auth';
import { auth } from 'firebaseui';
import 'firebaseui/dist/firebaseui.css';

firebase.initializeApp({ apiKey: 'bench', authDomain: 'bench.invalid', projectId: 'bench' });
new auth.AuthUI(firebase.auth()).start('#root', {
  signInOptions: [firebase.auth.EmailAuthProvider.PROVIDER_ID],
  signInFlow: 'popup',
});

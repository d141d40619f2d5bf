<?php
$isAccount = $path === '/account';
// `npm run build` has written the form as HTML: people type into it before any script has arrived.
[$tag, $script] = explode('</auth-widget>', file_get_contents(__DIR__ . '/sign-in.html'));
?>
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title><?= $isAccount ? 'Account' : 'Sign in' ?></title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/style.css" />
    <script type="module" src="/takeover.js"></script>
    <script type="module" src="/auth-widget.min.js"></script>
    <script type="module" src="/app.js"></script>
  </head>
  <body>
    <header>
      <nav><a href="/">Home</a> <a href="/account">Account</a></nav>
      <p id="status"></p>
    </header>
    <main>
      <?= $tag ?>

<?php if ($isAccount): ?>
        <!-- Only shown to people who are signed in. What they alone may know comes from /api/account. -->
        <div slot="signed-in">
          <h1>Account of <span id="name"></span></h1>
          <p id="account"></p>
          <button id="sign-out" type="button">Sign out</button>
        </div>
<?php endif ?>
      </auth-widget><?= $script ?>

    </main>
  </body>
</html>
